import type { Message } from './messages.en-US';

export const messagesRuRU: Record<Message, string> = {
  'message.register.LoggedIn': 'Учётная запись создана.',
  'message.register.AdminConfirmationRequired': 'Учётная запись создана. Её должен подтвердить администратор.',
  'message.register.EmailConfirmationRequired':
    'Учётная запись создана. Откройте ссылку из письма, отправленного на указанный адрес.',
  'message.recovery': 'Если с этим адресом связана учётная запись, письмо уже отправляется.',
  'message.changeEmail': 'Письмо на новый адрес уже отправляется.',
};
