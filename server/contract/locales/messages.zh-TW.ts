import type { Message } from './messages.en-US';

export const messagesZhTW: Record<Message, string> = {
  'message.register.LoggedIn': '帳號已建立。',
  'message.register.AdminConfirmationRequired': '帳號已建立，須經管理員確認。',
  'message.register.EmailConfirmationRequired': '帳號已建立，請開啟寄至該電子郵件地址的連結。',
  'message.recovery': '如果此電子郵件地址有對應的帳號，郵件即將送達。',
  'message.changeEmail': '郵件即將送達新的電子郵件地址。',
};
