import { z } from 'zod';

/**
 * Default sender: the user of the mail server where that is an address, else a no-reply address of the platform's host.
 */
export function defaultSender(smtpUrl: string | undefined, publicUrl: string | undefined): string {
  // Read as a query, whose decoding takes any text.
  const user = smtpUrl === undefined ? '' : new URLSearchParams(`user=${new URL(smtpUrl).username}`).get('user');
  if (user && z.email().safeParse(user).success) return user;
  return `no-reply@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}`;
}
