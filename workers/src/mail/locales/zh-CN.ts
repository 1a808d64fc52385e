import type { MailText } from './en-US';

export const mailsZhCN: Record<MailText, string> = {
  greeting: '{{name}}，您好：',
  address: '如果按钮无法点击，请打开以下地址：',
  expires: '链接仅可使用一次，有效期至 {{time}}（UTC）。',
  unasked: '如果这不是您本人的操作，请忽略本邮件。',

  'VerifyEmail.title': '确认您的邮箱',
  'VerifyEmail.text': '有人使用邮箱 {{email}} 在 {{platform}} 创建了账号。请确认该邮箱属于您。',
  'VerifyEmail.button': '确认邮箱',

  'ResetPassword.title': '设置新密码',
  'ResetPassword.text': '有人请求为您在 {{platform}} 的账号设置新密码。',
  'ResetPassword.button': '设置密码',

  'ChangeEmail.title': '确认您的新邮箱',
  'ChangeEmail.text': '您在 {{platform}} 的账号将改用邮箱 {{email}}。请登录并确认。',
  'ChangeEmail.button': '确认新邮箱',
};
