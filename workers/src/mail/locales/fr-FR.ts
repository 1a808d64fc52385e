import type { MailText } from './en-US';

export const mailsFrFR: Record<MailText, string> = {
  greeting: 'Bonjour {{name}},',
  address: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  expires: 'Le lien ne sert qu’une fois, jusqu’au {{time}} UTC.',
  unasked: 'Si vous n’avez rien demandé, vous n’avez rien à faire.',

  'VerifyEmail.title': 'Confirmez votre adresse e-mail',
  'VerifyEmail.text': 'Un compte a été créé sur {{platform}} avec l’adresse {{email}}. Confirmez que c’est la vôtre.',
  'VerifyEmail.button': 'Confirmer l’adresse',

  'ResetPassword.title': 'Choisissez un nouveau mot de passe',
  'ResetPassword.text': 'Un nouveau mot de passe a été demandé pour votre compte sur {{platform}}.',
  'ResetPassword.button': 'Choisir le mot de passe',

  'ChangeEmail.title': 'Confirmez votre nouvelle adresse e-mail',
  'ChangeEmail.text':
    'Votre compte sur {{platform}} doit passer à l’adresse {{email}}. Connectez-vous et confirmez-la.',
  'ChangeEmail.button': 'Confirmer la nouvelle adresse',
};
