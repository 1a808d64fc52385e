import type { Message } from './messages.en-US';

export const messagesJaJP: Record<Message, string> = {
  'message.register.LoggedIn': 'アカウントを作成しました。',
  'message.register.AdminConfirmationRequired': 'アカウントを作成しました。管理者の承認が必要です。',
  'message.register.EmailConfirmationRequired': 'アカウントを作成しました。メールで届いたリンクを開いてください。',
  'message.recovery': 'このアドレスのアカウントがあれば、まもなくメールが届きます。',
  'message.changeEmail': '新しいアドレスにまもなくメールが届きます。',
};
