import { asciiHost } from '@vexil/contract/email.rules';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { AccountPolicy } from '../config/config.service';

/** From when, in Unix milliseconds, such an account needs a second factor; null where it needs none. */
export function factorDueOf(
  { factorRequiredOf, factorRequiredFrom }: Pick<AccountPolicy, 'factorRequiredOf' | 'factorRequiredFrom'>,
  { role, isStaff }: { role: Role; isStaff: boolean },
): number | null {
  if (factorRequiredOf === 'None' || role === 'Banned') return null;
  const isConcerned = role === 'Admin' || (factorRequiredOf === 'Staff' && (isStaff || isAtLeast(role, 'Monitor')));
  return isConcerned ? factorRequiredFrom : null;
}

export function isAllowedEmail(policy: Pick<AccountPolicy, 'emailDomainList'>, email: string): boolean {
  const domains = policy.emailDomainList
    .split(',')
    .map((domain) => asciiHost(domain.trim()))
    .filter((domain) => domain !== '');
  return domains.length === 0 || domains.includes(email.slice(email.indexOf('@') + 1));
}

/** Others could not sign in with a new password. */
export const isRecoverable = ({ role, emailConfirmed }: { role: Role; emailConfirmed: boolean }): boolean =>
  emailConfirmed && role !== 'Banned';

/** A token that sets an address or rights could give its holder a session of an administrator. */
export const needsSession = (change: { email?: string; emailConfirmed?: boolean; role?: Role }): boolean =>
  change.email !== undefined ||
  change.emailConfirmed !== undefined ||
  (change.role !== undefined && isAtLeast(change.role, 'Monitor'));
