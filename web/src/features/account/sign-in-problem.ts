import type { TextKey } from '../../i18n/texts';

const known = [
  'providerNotFound',
  'providerUnavailable',
  'signInExpired',
  'signInCancelled',
  'signInInvalid',
  'signInClock',
  'signInNotAllowed',
  'emailUnverified',
  'unconfirmed',
  'loginBanned',
  'linkTaken',
] as const;

/** What a provider's callback wrote into the address; anything else is a failure without a name. */
export function problemText(code: string | undefined): TextKey<'sign-in'> | null {
  if (code === undefined) return null;
  const name = known.find((one) => code === `account.${one}`);
  return `sign-in.problem.${name ?? 'other'}`;
}
