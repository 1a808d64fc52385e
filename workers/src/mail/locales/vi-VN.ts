import type { MailText } from './en-US';

export const mailsViVN: Record<MailText, string> = {
  greeting: 'Xin chào {{name}},',
  address: 'Nếu nút không hoạt động, hãy mở địa chỉ này:',
  expires: 'Liên kết dùng được một lần, đến {{time}} UTC.',
  unasked: 'Nếu bạn không yêu cầu việc này, bạn không cần làm gì.',

  'VerifyEmail.title': 'Xác nhận địa chỉ email của bạn',
  'VerifyEmail.text':
    'Một tài khoản đã được tạo trên {{platform}} với địa chỉ {{email}}. Hãy xác nhận đó là địa chỉ của bạn.',
  'VerifyEmail.button': 'Xác nhận địa chỉ',

  'ResetPassword.title': 'Đặt mật khẩu mới',
  'ResetPassword.text': 'Có người đã yêu cầu mật khẩu mới cho tài khoản của bạn trên {{platform}}.',
  'ResetPassword.button': 'Đặt mật khẩu',

  'ChangeEmail.title': 'Xác nhận địa chỉ email mới của bạn',
  'ChangeEmail.text':
    'Tài khoản của bạn trên {{platform}} sẽ chuyển sang địa chỉ {{email}}. Hãy đăng nhập và xác nhận.',
  'ChangeEmail.button': 'Xác nhận địa chỉ mới',
};
