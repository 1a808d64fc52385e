import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { BodyOf } from '@vexil/contract/route';
import type { termsRoutes } from '@vexil/contract/terms';
import type { Tx } from '@vexil/db';
import type { OwnField } from '@vexil/db/enums/own-field';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { lacksFields, shownFieldValues } from '@vexil/rules/own-field.rules';
import { type ConsentText, termsOf } from '@vexil/runtime/consent-text';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction } from '@vexil/runtime/transaction';
import { LRUCache } from 'lru-cache';
import { lockAccount, updateAccount } from './account.queries';
import { type Consent, findAccountFields, hasConsent, insertConsent } from './consent.queries';

/** A text that there is none of is null. */
export async function insertConsents(
  tx: Tx,
  of: Pick<Consent, 'accountId' | 'gameId'>,
  texts: readonly (ConsentText | null)[],
): Promise<void> {
  for (const text of texts) if (text) await insertConsent(tx, { ...of, ...text });
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

/** Throws `account.termsNotAccepted`, `.fieldRequired` or `.fieldInvalid`. */
export async function acceptTerms(
  deps: Deps,
  { id }: Actor,
  { hash, fields: given }: BodyOf<typeof termsRoutes.accept>,
): Promise<void> {
  const settings = await deps.settings.read();
  const terms = termsOf(settings);
  requireAccepted(terms, hash, { code: 'account.termsNotAccepted', field: 'hash' });
  await inTransaction(deps, async (work) => {
    const { tx } = work;
    const { fields: stored } = await lockAccount(tx, id);
    const fields = requireFieldValues(settings.accountPolicy.fields, given, { stored, isWhole: true });
    await updateAccount(tx, id, { fields });
    await insertConsents(tx, { accountId: id, gameId: null }, [terms]);
    work.accessChanged([id]);
  });
}

const knownAccountsMax = 10_000;

/** Whether an account has not answered a field that is required. The answers to a list of fields are only added to. */
export function createFieldsCheck(deps: Pick<Deps, 'database' | 'settings'>): (accountId: string) => Promise<boolean> {
  const complete = new LRUCache<string, readonly OwnField[]>({ max: knownAccountsMax });
  return async (accountId) => {
    const { fields } = (await deps.settings.read()).accountPolicy;
    if (!fields.some(({ required }) => required) || complete.get(accountId) === fields) return false;
    const isMissing = lacksFields(fields, shownFieldValues(fields, await findAccountFields(deps.database, accountId)));
    if (!isMissing) complete.set(accountId, fields);
    return isMissing;
  };
}

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
