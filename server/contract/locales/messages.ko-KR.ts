import type { Message } from './messages.en-US';

export const messagesKoKR: Record<Message, string> = {
  'message.register.LoggedIn': '계정이 만들어졌습니다.',
  'message.register.AdminConfirmationRequired': '계정이 만들어졌습니다. 관리자의 확인이 필요합니다.',
  'message.register.EmailConfirmationRequired': '계정이 만들어졌습니다. 이메일로 보낸 링크를 여십시오.',
  'message.recovery': '이 주소의 계정이 있으면 곧 메일이 도착합니다.',
  'message.changeEmail': '새 주소로 곧 메일이 도착합니다.',
};
