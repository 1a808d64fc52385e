import type { AccountPolicy } from '../config/config.service';

/** Whether an address may register: the part after the `@` is one of the allowed domains, or all are allowed. */
export function isAllowedEmail(policy: Pick<AccountPolicy, 'emailDomainList'>, email: string): boolean {
  const domains = policy.emailDomainList
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '');
  return domains.length === 0 || domains.includes(email.slice(email.indexOf('@') + 1));
}
