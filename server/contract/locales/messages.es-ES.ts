import type { Message } from './messages.en-US';

export const messagesEsES: Record<Message, string> = {
  'message.register.LoggedIn': 'La cuenta se ha creado.',
  'message.register.AdminConfirmationRequired': 'La cuenta se ha creado. Un administrador debe confirmarla.',
  'message.register.EmailConfirmationRequired':
    'La cuenta se ha creado. Abra el enlace que se ha enviado a su dirección de correo.',
  'message.recovery': 'Si hay una cuenta con esta dirección, un correo está en camino.',
  'message.changeEmail': 'Un correo está en camino a la nueva dirección.',
};
