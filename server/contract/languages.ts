/** Languages of errors, spreadsheets and mails; the first is the fallback. */
export const languages = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'id-ID',
  'ko-KR',
  'ru-RU',
  'de-DE',
  'fr-FR',
  'es-ES',
  'vi-VN',
] as const;
export type Language = (typeof languages)[number];
