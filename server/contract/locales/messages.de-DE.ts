import type { Message } from './messages.en-US';

export const messagesDeDE: Record<Message, string> = {
  'message.register.LoggedIn': 'Das Konto wurde angelegt.',
  'message.register.AdminConfirmationRequired': 'Das Konto wurde angelegt. Ein Administrator muss es noch bestätigen.',
  'message.register.EmailConfirmationRequired':
    'Das Konto wurde angelegt. Öffnen Sie den Link, der an die angegebene Adresse gesendet wurde.',
  'message.recovery': 'Falls es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs.',
  'message.changeEmail': 'Eine E-Mail an die neue Adresse ist unterwegs.',
};
