import type { Message } from './messages.en-US';

export const messagesZhCN: Record<Message, string> = {
  'message.register.LoggedIn': '账号已创建。',
  'message.register.AdminConfirmationRequired': '账号已创建，需要管理员确认后才能使用。',
  'message.register.EmailConfirmationRequired': '账号已创建，请打开发送到该邮箱的链接。',
  'message.recovery': '如果该邮箱有对应的账号，邮件即将送达。',
  'message.changeEmail': '邮件即将送达新邮箱。',
};
