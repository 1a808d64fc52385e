import { emailForm } from '@vexil/contract/email.rules';

/** The mail server's user if it is an address, else no-reply at the platform's host. */
export function defaultSender(smtpUrl: string | undefined, publicUrl: string | undefined): string {
  // Query decoding accepts any text.
  const user = smtpUrl === undefined ? '' : new URLSearchParams(`user=${new URL(smtpUrl).username}`).get('user');
  if (user && emailForm.test(user)) return user;
  return `no-reply@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}`;
}
