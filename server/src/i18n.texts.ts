import type { ErrorCode } from './contract/errors';
import type { Language } from './contract/languages';
import { errorsDeDE } from './contract/locales/de-DE';
import { errorsEnUS } from './contract/locales/en-US';
import { errorsEsES } from './contract/locales/es-ES';
import { fieldsDeDE } from './contract/locales/fields.de-DE';
import { type FieldProblem, fieldsEnUS } from './contract/locales/fields.en-US';
import { fieldsEsES } from './contract/locales/fields.es-ES';
import { fieldsFrFR } from './contract/locales/fields.fr-FR';
import { fieldsIdID } from './contract/locales/fields.id-ID';
import { fieldsJaJP } from './contract/locales/fields.ja-JP';
import { fieldsKoKR } from './contract/locales/fields.ko-KR';
import { fieldsRuRU } from './contract/locales/fields.ru-RU';
import { fieldsViVN } from './contract/locales/fields.vi-VN';
import { fieldsZhCN } from './contract/locales/fields.zh-CN';
import { fieldsZhTW } from './contract/locales/fields.zh-TW';
import { errorsFrFR } from './contract/locales/fr-FR';
import { errorsIdID } from './contract/locales/id-ID';
import { errorsJaJP } from './contract/locales/ja-JP';
import { errorsKoKR } from './contract/locales/ko-KR';
import { messagesDeDE } from './contract/locales/messages.de-DE';
import { type Message, messagesEnUS } from './contract/locales/messages.en-US';
import { messagesEsES } from './contract/locales/messages.es-ES';
import { messagesFrFR } from './contract/locales/messages.fr-FR';
import { messagesIdID } from './contract/locales/messages.id-ID';
import { messagesJaJP } from './contract/locales/messages.ja-JP';
import { messagesKoKR } from './contract/locales/messages.ko-KR';
import { messagesRuRU } from './contract/locales/messages.ru-RU';
import { messagesViVN } from './contract/locales/messages.vi-VN';
import { messagesZhCN } from './contract/locales/messages.zh-CN';
import { messagesZhTW } from './contract/locales/messages.zh-TW';
import { errorsRuRU } from './contract/locales/ru-RU';
import { errorsViVN } from './contract/locales/vi-VN';
import { errorsZhCN } from './contract/locales/zh-CN';
import { errorsZhTW } from './contract/locales/zh-TW';

/** Every text of the server in every language; one that is missing does not compile. */
export const texts: Record<Language, Record<ErrorCode | FieldProblem | Message, string>> = {
  'en-US': { ...errorsEnUS, ...fieldsEnUS, ...messagesEnUS },
  'zh-CN': { ...errorsZhCN, ...fieldsZhCN, ...messagesZhCN },
  'zh-TW': { ...errorsZhTW, ...fieldsZhTW, ...messagesZhTW },
  'ja-JP': { ...errorsJaJP, ...fieldsJaJP, ...messagesJaJP },
  'id-ID': { ...errorsIdID, ...fieldsIdID, ...messagesIdID },
  'ko-KR': { ...errorsKoKR, ...fieldsKoKR, ...messagesKoKR },
  'ru-RU': { ...errorsRuRU, ...fieldsRuRU, ...messagesRuRU },
  'de-DE': { ...errorsDeDE, ...fieldsDeDE, ...messagesDeDE },
  'fr-FR': { ...errorsFrFR, ...fieldsFrFR, ...messagesFrFR },
  'es-ES': { ...errorsEsES, ...fieldsEsES, ...messagesEsES },
  'vi-VN': { ...errorsViVN, ...fieldsViVN, ...messagesViVN },
};
