/** Texts of mails. `{{name}}`, `{{platform}}`, `{{email}}` and `{{time}}` are filled in. */
export const mailsEnUS = {
  greeting: 'Hello {{name}},',
  address: 'If the button does not work, open this address:',
  expires: 'The link works once, until {{time}} UTC.',
  unasked: 'If you did not ask for this, you need not do anything.',

  'VerifyEmail.title': 'Confirm your e-mail address',
  'VerifyEmail.text': 'An account was created on {{platform}} with the address {{email}}. Confirm that it is yours.',
  'VerifyEmail.button': 'Confirm address',

  'ResetPassword.title': 'Set a new password',
  'ResetPassword.text': 'Somebody asked for a new password for your account on {{platform}}.',
  'ResetPassword.button': 'Set password',

  'ChangeEmail.title': 'Confirm your new e-mail address',
  'ChangeEmail.text': 'Your account on {{platform}} is to change to the address {{email}}. Sign in and confirm it.',
  'ChangeEmail.button': 'Confirm new address',
} as const satisfies Record<string, string>;

export type MailText = keyof typeof mailsEnUS;
