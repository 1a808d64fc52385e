import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { Settings, TermsPolicy } from '@vexil/contract/settings';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { type ConsentText, nameText } from '@vexil/runtime/consent-text';
import { inTransaction } from '@vexil/runtime/transaction';
import { LRUCache } from 'lru-cache';
import { hasConsent, insertConsent } from './consent.queries';

export { insertConsent } from './consent.queries';

const known = new WeakMap<TermsPolicy, ConsentText | null>();

/** null where none are set. The members are kept apart, so that a paragraph that moves is another text. */
export function termsOf({ termsPolicy }: Pick<Settings, 'termsPolicy'>): ConsentText | null {
  let text = known.get(termsPolicy);
  if (text === undefined) {
    const { terms, privacy, eligibility } = termsPolicy;
    const isEmpty = `${terms}${privacy}${eligibility}`.trim() === '';
    text = isEmpty ? null : nameText(JSON.stringify({ terms, privacy, eligibility }));
    known.set(termsPolicy, text);
  }
  return text;
}

/** Throws `code` where the text is another than the accepted one. */
export function requireAccepted(
  text: ConsentText | null,
  accepted: string | null | undefined,
  { code, field }: { code: ErrorCode; field: string },
): void {
  if (text && text.hash !== accepted) throw new DomainError(code, { field });
}

/** What a new account accepts. Throws `account.termsNotAccepted`. */
export async function requireTerms(
  deps: Pick<Deps, 'settings'>,
  accepted: string | null | undefined,
): Promise<ConsentText | null> {
  const terms = termsOf(await deps.settings.read());
  requireAccepted(terms, accepted, { code: 'account.termsNotAccepted', field: 'acceptedTerms' });
  return terms;
}

/** Throws `account.termsNotAccepted`. */
export async function acceptTerms(deps: Deps, { id }: Actor, accepted: string): Promise<void> {
  const terms = termsOf(await deps.settings.read());
  requireAccepted(terms, accepted, { code: 'account.termsNotAccepted', field: 'hash' });
  if (terms) await inTransaction(deps, ({ tx }) => insertConsent(tx, { accountId: id, gameId: null, ...terms }));
}

const knownAccountsMax = 10_000;

/** Whether an account has not accepted the terms that stand now. Consents are only added, so one that was found counts. */
export function createTermsCheck(deps: Pick<Deps, 'database' | 'settings'>): (accountId: string) => Promise<boolean> {
  const accepted = new LRUCache<string, string>({ max: knownAccountsMax });
  return async (accountId) => {
    const terms = termsOf(await deps.settings.read());
    if (terms === null || accepted.get(accountId) === terms.hash) return false;
    const isAccepted = await hasConsent(deps.database, accountId, terms.hash);
    if (isAccepted) accepted.set(accountId, terms.hash);
    return !isAccepted;
  };
}
