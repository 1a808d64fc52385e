import type { MailText } from './en-US';

export const mailsEsES: Record<MailText, string> = {
  greeting: 'Hola, {{name}}:',
  address: 'Si el botón no funciona, abra esta dirección:',
  expires: 'El enlace sirve una sola vez, hasta el {{time}} UTC.',
  unasked: 'Si no ha pedido esto, no tiene que hacer nada.',

  'VerifyEmail.title': 'Confirme su dirección de correo',
  'VerifyEmail.text': 'Se ha creado una cuenta en {{platform}} con la dirección {{email}}. Confirme que es suya.',
  'VerifyEmail.button': 'Confirmar la dirección',

  'ResetPassword.title': 'Establezca una contraseña nueva',
  'ResetPassword.text': 'Alguien ha pedido una contraseña nueva para su cuenta en {{platform}}.',
  'ResetPassword.button': 'Establecer la contraseña',

  'ChangeEmail.title': 'Confirme su nueva dirección de correo',
  'ChangeEmail.text': 'Su cuenta en {{platform}} va a cambiar a la dirección {{email}}. Inicie sesión y confírmela.',
  'ChangeEmail.button': 'Confirmar la nueva dirección',
};
