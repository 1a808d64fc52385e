import type { MailText } from './en-US';

export const mailsRuRU: Record<MailText, string> = {
  greeting: 'Здравствуйте, {{name}}.',
  address: 'Если кнопка не работает, откройте этот адрес:',
  expires: 'Ссылка действует один раз, до {{time}} UTC.',
  unasked: 'Если вы этого не запрашивали, ничего делать не нужно.',

  'VerifyEmail.title': 'Подтвердите адрес электронной почты',
  'VerifyEmail.text':
    'На платформе {{platform}} создана учётная запись с адресом {{email}}. Подтвердите, что этот адрес ваш.',
  'VerifyEmail.button': 'Подтвердить адрес',

  'ResetPassword.title': 'Задайте новый пароль',
  'ResetPassword.text': 'Кто-то запросил новый пароль для вашей учётной записи на платформе {{platform}}.',
  'ResetPassword.button': 'Задать пароль',

  'ChangeEmail.title': 'Подтвердите новый адрес электронной почты',
  'ChangeEmail.text':
    'Адрес вашей учётной записи на платформе {{platform}} меняется на {{email}}. Войдите и подтвердите его.',
  'ChangeEmail.button': 'Подтвердить новый адрес',
};
