// A token is its row's id with a keyed hash of purpose, account and address, derived when the mail is sent: neither
// queue nor database holds one.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { TokenPurpose } from '@vexil/db/enums/account';

export const mailKeyPurpose = 'mail-token';

export const mailPages: Record<TokenPurpose, string> = {
  VerifyEmail: '/account/verify',
  ResetPassword: '/account/reset',
  ChangeEmail: '/account/confirm',
};

export interface LinkedMail {
  id: string;
  purpose: TokenPurpose;
  accountId: string;
  email: string;
}

const idBytes = 16;
const macBytes = 32;

const bytesOfId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

function macOf(key: Buffer, { id, purpose, accountId, email }: LinkedMail): Buffer {
  return createHmac('sha256', key).update([id, purpose, accountId, email].join('\n')).digest();
}

/** URL-safe, 64 characters. */
export const mailToken = (key: Buffer, mail: LinkedMail): string =>
  Buffer.concat([bytesOfId(mail.id), macOf(key, mail)]).toString('base64url');

/** Not verified; null for a malformed token. */
export function mailIdOf(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes) return null;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the token is the one of this mail. */
export function isTokenOf(key: Buffer, mail: LinkedMail, token: string): boolean {
  const [given, right] = [token, mailToken(key, mail)].map((text) => Buffer.from(text, 'base64url'));
  return given !== undefined && right !== undefined && given.length === right.length && timingSafeEqual(given, right);
}

/** Changes with the account's address and password, and so ends what was mailed under the earlier ones. */
export function accountStateOf({ email, passwordHash }: { email: string; passwordHash: string }): string {
  return createHash('sha256').update(`${email.toLowerCase()}\n${passwordHash}`).digest('hex');
}

/** Token and e-mail are base64, as wire clients post them back. */
export function mailLink(origin: string, mail: LinkedMail, token: string): string {
  const query = new URLSearchParams({ token: encodeWire(token), email: encodeWire(mail.email) });
  return `${origin}${mailPages[mail.purpose]}?${query}`;
}

export const encodeWire = (text: string): string => Buffer.from(text).toString('base64');

/** Either alphabet; invalid text matches nothing. An unescaped `+` arrives as a blank. */
export const decodeWire = (text: string): string => Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8');
