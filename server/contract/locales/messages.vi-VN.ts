import type { Message } from './messages.en-US';

export const messagesViVN: Record<Message, string> = {
  'message.register.LoggedIn': 'Tài khoản đã được tạo.',
  'message.register.AdminConfirmationRequired': 'Tài khoản đã được tạo. Quản trị viên cần xác nhận tài khoản.',
  'message.register.EmailConfirmationRequired':
    'Tài khoản đã được tạo. Hãy mở liên kết đã gửi đến địa chỉ email của tài khoản.',
  'message.recovery': 'Nếu có tài khoản với địa chỉ này, email đang được gửi đi.',
  'message.changeEmail': 'Email đang được gửi đến địa chỉ mới.',
};
