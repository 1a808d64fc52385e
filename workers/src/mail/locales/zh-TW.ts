import type { MailText } from './en-US';

export const mailsZhTW: Record<MailText, string> = {
  greeting: '{{name}}，您好：',
  address: '如果按鈕無法使用，請開啟以下網址：',
  expires: '此連結僅可使用一次，有效期限至 {{time}}（UTC）。',
  unasked: '如果您並未提出此要求，請忽略本郵件。',

  'VerifyEmail.title': '確認您的電子郵件地址',
  'VerifyEmail.text': '有人以電子郵件地址 {{email}} 在 {{platform}} 建立了帳號。請確認此地址屬於您。',
  'VerifyEmail.button': '確認地址',

  'ResetPassword.title': '設定新密碼',
  'ResetPassword.text': '有人要求為您在 {{platform}} 的帳號設定新密碼。',
  'ResetPassword.button': '設定密碼',

  'ChangeEmail.title': '確認您的新電子郵件地址',
  'ChangeEmail.text': '您在 {{platform}} 的帳號將改用電子郵件地址 {{email}}。請登入並確認。',
  'ChangeEmail.button': '確認新地址',
};
