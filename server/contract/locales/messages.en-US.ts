/** Titles of replies to what went well. */
export const messagesEnUS = {
  'message.register.LoggedIn': 'The account was created.',
  'message.register.AdminConfirmationRequired': 'The account was created. An administrator has to confirm it.',
  'message.register.EmailConfirmationRequired':
    'The account was created. Open the link that was mailed to its address.',
  'message.recovery': 'If there is an account of this address, a mail is on its way.',
  'message.changeEmail': 'A mail is on its way to the new address.',
} as const;

export type Message = keyof typeof messagesEnUS;
