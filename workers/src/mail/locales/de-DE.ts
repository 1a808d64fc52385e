import type { MailText } from './en-US';

export const mailsDeDE: Record<MailText, string> = {
  greeting: 'Guten Tag {{name}},',
  address: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  expires: 'Der Link gilt einmalig, bis {{time}} UTC.',
  unasked: 'Falls Sie das nicht veranlasst haben, brauchen Sie nichts zu tun.',

  'VerifyEmail.title': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'VerifyEmail.text':
    'Auf {{platform}} wurde ein Konto mit der Adresse {{email}} angelegt. Bestätigen Sie, dass es Ihre Adresse ist.',
  'VerifyEmail.button': 'Adresse bestätigen',

  'ResetPassword.title': 'Legen Sie ein neues Passwort fest',
  'ResetPassword.text': 'Jemand hat für Ihr Konto auf {{platform}} ein neues Passwort angefordert.',
  'ResetPassword.button': 'Passwort festlegen',

  'ChangeEmail.title': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'ChangeEmail.text':
    'Ihr Konto auf {{platform}} soll zur Adresse {{email}} wechseln. Melden Sie sich an und bestätigen Sie sie.',
  'ChangeEmail.button': 'Neue Adresse bestätigen',
};
