import type { Message } from './messages.en-US';

export const messagesFrFR: Record<Message, string> = {
  'message.register.LoggedIn': 'Le compte a été créé.',
  'message.register.AdminConfirmationRequired': 'Le compte a été créé. Un administrateur doit le confirmer.',
  'message.register.EmailConfirmationRequired': 'Le compte a été créé. Ouvrez le lien envoyé à son adresse.',
  'message.recovery': 'S’il existe un compte à cette adresse, un e-mail est en route.',
  'message.changeEmail': 'Un e-mail est en route vers la nouvelle adresse.',
};
