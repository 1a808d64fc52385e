/** Languages that refusals, spreadsheets and mails are written in, by their tags; who asks for none of them gets the first. */
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
