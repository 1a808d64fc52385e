import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { AccountPolicy } from '../config/config.service';

/** Whether an address may register: the part after the `@` is one of the allowed domains, or all are allowed. */
export function isAllowedEmail(policy: Pick<AccountPolicy, 'emailDomainList'>, email: string): boolean {
  const domains = policy.emailDomainList
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '');
  return domains.length === 0 || domains.includes(email.slice(email.indexOf('@') + 1));
}

/**
 * Whether a change of an account needs a session. A token that sets an e-mail address, or the rights of an account that
 * its holder has the password of, gets a password or a session of an administrator by a detour.
 */
export const needsSession = (change: { email?: string; emailConfirmed?: boolean; role?: Role }): boolean =>
  change.email !== undefined ||
  change.emailConfirmed !== undefined ||
  (change.role !== undefined && isAtLeast(change.role, 'Monitor'));
