import type { Language } from '@vexil/contract/languages';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { sheetDeDE } from './locales/de-DE';
import { sheetEnUS } from './locales/en-US';
import { sheetEsES } from './locales/es-ES';
import { sheetFrFR } from './locales/fr-FR';
import { sheetIdID } from './locales/id-ID';
import { sheetJaJP } from './locales/ja-JP';
import { sheetKoKR } from './locales/ko-KR';
import { sheetRuRU } from './locales/ru-RU';
import { sheetViVN } from './locales/vi-VN';
import { sheetZhCN } from './locales/zh-CN';
import { sheetZhTW } from './locales/zh-TW';

export interface SheetTexts {
  /** Names of the worksheets: at most 31 characters. */
  scoreboard: string;
  /** While the public board is frozen and the sheet is not. */
  liveScoreboard: string;
  submissions: string;
  columns: Record<
    | 'rank'
    | 'team'
    | 'division'
    | 'captain'
    | 'crew'
    | 'realName'
    | 'email'
    | 'stdNumber'
    | 'phone'
    | 'solved'
    | 'time'
    | 'score'
    | 'status'
    | 'user'
    | 'challenge'
    | 'answer',
    string
  >;
  results: Record<AnswerResult, string>;
}

export const sheetTexts: Record<Language, SheetTexts> = {
  'en-US': sheetEnUS,
  'zh-CN': sheetZhCN,
  'zh-TW': sheetZhTW,
  'ja-JP': sheetJaJP,
  'id-ID': sheetIdID,
  'ko-KR': sheetKoKR,
  'ru-RU': sheetRuRU,
  'de-DE': sheetDeDE,
  'fr-FR': sheetFrFR,
  'es-ES': sheetEsES,
  'vi-VN': sheetViVN,
};
