import type { Message } from './messages.en-US';

export const messagesIdID: Record<Message, string> = {
  'message.register.LoggedIn': 'Akun telah dibuat.',
  'message.register.AdminConfirmationRequired': 'Akun telah dibuat. Administrator harus mengonfirmasinya.',
  'message.register.EmailConfirmationRequired': 'Akun telah dibuat. Buka tautan yang dikirim ke alamat emailnya.',
  'message.recovery': 'Jika ada akun dengan alamat ini, email sedang dikirim.',
  'message.changeEmail': 'Email sedang dikirim ke alamat baru.',
};
