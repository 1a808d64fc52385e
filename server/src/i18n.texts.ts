import type { ErrorCode } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { errorsDeDE } from '@vexil/contract/locales/de-DE';
import { errorsEnUS } from '@vexil/contract/locales/en-US';
import { errorsEsES } from '@vexil/contract/locales/es-ES';
import { fieldsDeDE } from '@vexil/contract/locales/fields.de-DE';
import { type FieldProblem, fieldsEnUS } from '@vexil/contract/locales/fields.en-US';
import { fieldsEsES } from '@vexil/contract/locales/fields.es-ES';
import { fieldsFrFR } from '@vexil/contract/locales/fields.fr-FR';
import { fieldsIdID } from '@vexil/contract/locales/fields.id-ID';
import { fieldsJaJP } from '@vexil/contract/locales/fields.ja-JP';
import { fieldsKoKR } from '@vexil/contract/locales/fields.ko-KR';
import { fieldsRuRU } from '@vexil/contract/locales/fields.ru-RU';
import { fieldsViVN } from '@vexil/contract/locales/fields.vi-VN';
import { fieldsZhCN } from '@vexil/contract/locales/fields.zh-CN';
import { fieldsZhTW } from '@vexil/contract/locales/fields.zh-TW';
import { errorsFrFR } from '@vexil/contract/locales/fr-FR';
import { errorsIdID } from '@vexil/contract/locales/id-ID';
import { errorsJaJP } from '@vexil/contract/locales/ja-JP';
import { errorsKoKR } from '@vexil/contract/locales/ko-KR';
import { messagesDeDE } from '@vexil/contract/locales/messages.de-DE';
import { type Message, messagesEnUS } from '@vexil/contract/locales/messages.en-US';
import { messagesEsES } from '@vexil/contract/locales/messages.es-ES';
import { messagesFrFR } from '@vexil/contract/locales/messages.fr-FR';
import { messagesIdID } from '@vexil/contract/locales/messages.id-ID';
import { messagesJaJP } from '@vexil/contract/locales/messages.ja-JP';
import { messagesKoKR } from '@vexil/contract/locales/messages.ko-KR';
import { messagesRuRU } from '@vexil/contract/locales/messages.ru-RU';
import { messagesViVN } from '@vexil/contract/locales/messages.vi-VN';
import { messagesZhCN } from '@vexil/contract/locales/messages.zh-CN';
import { messagesZhTW } from '@vexil/contract/locales/messages.zh-TW';
import { errorsRuRU } from '@vexil/contract/locales/ru-RU';
import { errorsViVN } from '@vexil/contract/locales/vi-VN';
import { errorsZhCN } from '@vexil/contract/locales/zh-CN';
import { errorsZhTW } from '@vexil/contract/locales/zh-TW';

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
