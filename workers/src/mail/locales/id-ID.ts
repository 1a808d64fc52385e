import type { MailText } from './en-US';

export const mailsIdID: Record<MailText, string> = {
  greeting: 'Halo {{name}},',
  address: 'Jika tombol tidak berfungsi, buka alamat ini:',
  expires: 'Tautan berlaku sekali, hingga {{time}} UTC.',
  unasked: 'Jika Anda tidak memintanya, Anda tidak perlu melakukan apa pun.',

  'VerifyEmail.title': 'Konfirmasi alamat email Anda',
  'VerifyEmail.text':
    'Sebuah akun dibuat di {{platform}} dengan alamat {{email}}. Konfirmasikan bahwa alamat itu milik Anda.',
  'VerifyEmail.button': 'Konfirmasi alamat',

  'ResetPassword.title': 'Atur kata sandi baru',
  'ResetPassword.text': 'Seseorang meminta kata sandi baru untuk akun Anda di {{platform}}.',
  'ResetPassword.button': 'Atur kata sandi',

  'ChangeEmail.title': 'Konfirmasi alamat email baru Anda',
  'ChangeEmail.text': 'Akun Anda di {{platform}} akan beralih ke alamat {{email}}. Masuk dan konfirmasikan alamat itu.',
  'ChangeEmail.button': 'Konfirmasi alamat baru',
};
