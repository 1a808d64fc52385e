import { DomainError } from '@vexil/contract/errors';
import type { EnterBody, OwnLink, PendingSignIn } from '@vexil/contract/sign-in';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import {
  findEntryRefusal,
  type GrantedRights,
  type Identity,
  isSubject,
  proposedName,
  rightsOf,
} from '@vexil/rules/sign-in.rules';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { getAccountPolicy } from '../config/config.service';
import { getProvider, type ProviderRow, readProviders } from '../config/provider.service';
import { logActivity } from '../log/log-activity';
import type { MailContext } from '../mail/mail.service';
import type { Client, OpenedSession } from '../session/session.service';
import { isAllowedEmail } from './account.policy';
import { findAccountByEmail, lockAccount } from './account.queries';
import { refuseStaffName } from './account.service';
import { isProved } from './factor.service';
import { makeTicket } from './factor-ticket';
import { deleteLink, insertLink, listLinks, lockLinkedAccount, updateLink } from './link.queries';
import { loginWith, openSessionOf, type SignedIn } from './login.service';
import type { Site } from './passkey';
import { loginWithPasskey } from './passkey.service';
import { decoy as noPassword } from './password';
import { beginAt, completeAt } from './provider.client';
import { createAccount, resultOf } from './register.service';
import { dropPending, findPending, keepPending, keepState, type Pending, takeState } from './sign-in.state';
import { requireTerms } from './terms.service';
import { requireWayIn } from './way-in';

/** What features beyond accounts do at a sign-in, within its transaction. */
export interface SignInEffects {
  grantStaff(
    work: Work,
    account: Pick<AccountRow, 'id'>,
    provider: string,
    staff: GrantedRights['staff'],
  ): Promise<void>;
  /** The team is left out where it cannot be. */
  createTeam(work: Work, account: AccountRow, name: string): Promise<void>;
}

export interface Browser {
  client: Client & { site: Site };
  /** Of the cookie. */
  browser: string | undefined;
  actor: Actor | null;
}

/** Throws `account.providerNotFound`, `.providerUnavailable`, `.unauthenticated`, `.stepUpRequired` or `token.sessionOnly`. */
export async function beginSignIn(
  deps: Deps,
  id: string,
  wanted: { from: string; link: boolean; origin: string; browser: string },
  actor: Actor | null,
): Promise<string> {
  const provider = await getProvider(deps, id);
  if (wanted.link) {
    if (!actor) throw new DomainError('account.unauthenticated');
    if (actor.sessionHash === null) throw new DomainError('token.sessionOnly');
    if (!(await isProved(deps, actor, 'always'))) throw new DomainError('account.stepUpRequired');
  }
  // CTFtime refuses longer ones.
  const state = deps.random.bytes(16).toString('hex');
  const redirectUri = `${wanted.origin}/api/account/callback/${provider.id}`;
  const { url, ...secrets } = await beginAt(deps, provider, { state, redirectUri });
  const { browser, from } = wanted;
  const linkedId = wanted.link && actor ? actor.id : null;
  await keepState(deps, state, { provider: id, browser, redirectUri, from, linkedId, ...secrets });
  return url;
}

export type Returned = { from: string } & ({ next: 'first' | 'linked' } | SignedIn);

/** Where the browser goes after a failure. */
export class ReturnRefusal extends Error {
  constructor(
    override readonly cause: DomainError,
    readonly from: string,
    readonly isLink: boolean,
  ) {
    super(cause.code);
  }
}

/** Throws `ReturnRefusal`. */
export async function returnFromProvider(
  deps: Deps,
  id: string,
  search: URLSearchParams,
  { client, browser, actor }: Browser,
  effects: SignInEffects,
): Promise<Returned> {
  const text = search.get('state') ?? '';
  let state: Awaited<ReturnType<typeof takeState>> = null;
  try {
    state = text === '' ? null : await takeState(deps, text);
    if (!state || state.browser !== browser || state.provider !== id) throw new DomainError('account.signInExpired');
    const { redirectUri, from, linkedId, nonce, verifier } = state;
    const provider = await getProvider(deps, id);
    const url = new URL(`${redirectUri}?${search}`);
    const identity = await completeAt(deps, provider, { url, state: text, nonce, verifier });
    if (!isSubject(identity.subject)) throw new DomainError('account.signInInvalid');
    const refusal = findEntryRefusal(provider, identity);
    if (refusal) throw new DomainError(refusal);
    if (linkedId !== null) {
      // The account that asked has to be signed in still.
      if (actor?.id !== linkedId) throw new DomainError('account.signInExpired');
      await linkOwn(deps, actor, { provider, identity, ip: client.ip }, effects);
      return { next: 'linked', from };
    }
    const signedIn = await signInByLink(deps, provider, identity, { client, actor }, effects);
    if (signedIn) return { from, ...signedIn };
    await keepPending(deps, browser, { provider: id, identity, from });
    return { next: 'first', from };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logActivity(deps, {
      event: 'account.sign_in_failed',
      message: `Could not sign in by ${id}: ${error.code}`,
      userName: actor?.userName ?? null,
      ip: client.ip,
      status: 'Denied',
    });
    throw new ReturnRefusal(error, state?.from ?? '/', state?.linkedId != null);
  }
}

async function storeLink(
  deps: Deps,
  work: Work,
  account: AccountRow,
  { provider, identity }: { provider: ProviderRow; identity: Identity },
  { grantStaff }: SignInEffects,
): Promise<void> {
  const { issuer, subject, label, groups } = identity;
  const { divisionIds, staff } = rightsOf(provider.rules, groups);
  const now = deps.clock.now();
  const key = { accountId: account.id, provider: provider.id };
  await insertLink(work.tx, { ...key, issuer, subject, label, divisionIds, createdAt: now, lastUsedAt: now });
  await grantStaff(work, account, provider.id, staff);
}

type LinkedIdentity = { provider: ProviderRow; identity: Identity; ip: string };

async function linkOwn(deps: Deps, actor: Actor, linked: LinkedIdentity, effects: SignInEffects): Promise<void> {
  await inTransaction(deps, async (work) => {
    await storeLink(deps, work, await lockAccount(work.tx, actor.id), linked, effects);
  });
  const message = `Linked the account with ${linked.provider.name}`;
  logActivity(deps, { event: 'account.linked', message, userName: actor.userName, ip: linked.ip });
}

/** null at the first time. Throws `account.loginBanned` or `.unconfirmed`. */
async function signInByLink(
  deps: Deps,
  provider: ProviderRow,
  identity: Identity,
  { client, actor }: Pick<Browser, 'client' | 'actor'>,
  { grantStaff }: SignInEffects,
): Promise<SignedIn | null> {
  const { divisionIds, staff } = rightsOf(provider.rules, identity.groups);
  const [signedIn, userName] = await inTransaction(deps, async (work): Promise<[SignedIn | null, string | null]> => {
    const found = await lockLinkedAccount(work.tx, identity);
    if (!found) return [null, null];
    const { account, link } = found;
    if (account.role === 'Banned') throw new DomainError('account.loginBanned');
    if (!account.emailConfirmed) throw new DomainError('account.unconfirmed');
    const values = { label: identity.label, divisionIds, lastUsedAt: deps.clock.now() };
    const facts = await updateLink(work.tx, link, values);
    if (!facts) return [null, null];
    if (facts.isGrantedStaff || staff.length > 0) await grantStaff(work, account, provider.id, staff);
    if (facts.hasFactor) return [{ ticket: makeTicket(deps, account) }, account.userName];
    const opened = await openSessionOf(deps, work, account, client, actor?.sessionHash ?? null);
    return [opened, account.userName];
  });
  if (signedIn && 'token' in signedIn) {
    const message = `Signed in by ${provider.name}`;
    logActivity(deps, { event: 'account.signed_in', message, userName, ip: client.ip });
  }
  return signedIn;
}

async function wayOf(deps: Deps, provider: ProviderRow, { email }: Identity): Promise<PendingSignIn['way']> {
  const owner = email === null ? undefined : await findAccountByEmail(deps.db, email);
  if (owner) return provider.linksByEmail && owner.emailConfirmed ? 'password' : 'taken';
  return provider.makesAccounts ? 'create' : 'closed';
}

async function viewPending(deps: Deps, provider: ProviderRow, { identity }: Pending): Promise<PendingSignIn> {
  const { label, names, email, teamName } = identity;
  const way = await wayOf(deps, provider, identity);
  return { label, userName: proposedName(names), email, way, teamName: provider.takesTeam ? teamName : null };
}

/** Throws `account.providerNotFound`. */
export async function readLink(
  deps: Deps,
  id: string,
  { actor, browser }: Omit<Browser, 'client'>,
): Promise<{ link: OwnLink | null; pending: PendingSignIn | null }> {
  const provider = await getProvider(deps, id);
  const link = actor && (await listLinks(deps.db, actor.id)).find((one) => one.provider === id);
  const pending = actor ? null : await findPending(deps, browser, id);
  return {
    link: link
      ? {
          label: link.label,
          createdAt: link.createdAt.getTime(),
          lastUsedAt: link.lastUsedAt?.getTime() ?? null,
        }
      : null,
    pending: pending && (await viewPending(deps, provider, pending)),
  };
}

type Entry = { provider: ProviderRow; pending: Pending; body: z.output<typeof EnterBody> };

/** By the password of the account that has the address, or by its passkey. */
async function enterByOwner(deps: Deps, entry: Entry, client: Browser['client'], effects: SignInEffects) {
  const { provider, pending, body } = entry;
  const { identity } = pending;
  const owner = identity.email === null ? undefined : await findAccountByEmail(deps.db, identity.email);
  const isWay = (await wayOf(deps, provider, identity)) === 'password';
  // By its name: another account may have the address for a name.
  if (!owner || !isWay) throw new DomainError('account.badCredentials');
  const { id, userName } = owner;
  const { password, passkey, code, challenge } = body;
  const store = (work: Work, account: AccountRow) => storeLink(deps, work, account, { provider, identity }, effects);
  if (passkey)
    return { opened: await loginWithPasskey(deps, client.site, passkey, client, null, { id, store }), userName };
  return loginWith(deps, { userName, password: password ?? '', code, challenge }, client, store);
}

async function enterByNewAccount(
  deps: Deps,
  entry: Entry,
  client: Client,
  context: MailContext,
  effects: SignInEffects,
) {
  const { provider, pending, body } = entry;
  const { identity } = pending;
  const userName = body.userName ?? '';
  const policy = await getAccountPolicy(deps);
  if (!provider.makesAccounts) throw new DomainError('account.registrationClosed');
  const terms = await requireTerms(deps, body.acceptedTerms);
  const fields = requireFieldValues(policy.fields, body.fields, { isWhole: true });
  // The provider has seen who signs in; an address that is typed can get a mail.
  if (identity.email === null) await checkCaptcha(deps, body.challenge, client.ip);
  const email = identity.email ?? body.email;
  if (!email) throw new DomainError('request.invalid', { field: 'email' });
  if (!isAllowedEmail(policy, email)) throw new DomainError('account.emailDomainRefused', { field: 'email' });
  await refuseStaffName(deps.db, userName, { field: 'userName', actor: null });
  const isVerified = identity.email !== null && policy.emailConfirmationRequired;
  const result = isVerified ? 'LoggedIn' : resultOf(policy);
  const teamName = provider.takesTeam && body.withTeam ? identity.teamName : null;
  const applicant = { userName, email, passwordHash: noPassword, fields, terms };
  const browser = { ...client, sessionHash: null };
  const opened = await createAccount(deps, applicant, result, browser, context, async (work, account) => {
    await storeLink(deps, work, account, { provider, identity }, effects);
    if (teamName !== null) await effects.createTeam(work, account, teamName);
  });
  return { opened, userName };
}

/**
 * Returns a session; null where the account waits to be confirmed. Throws `account.signInExpired` and what making an
 * account or proving a password throws.
 */
export async function enterFirst(
  deps: Deps,
  id: string,
  body: z.output<typeof EnterBody>,
  { client, browser = '' }: Browser,
  context: MailContext,
  effects: SignInEffects,
): Promise<OpenedSession | null> {
  const provider = await getProvider(deps, id);
  const pending = await findPending(deps, browser, id);
  if (!pending) throw new DomainError('account.signInExpired');
  const entry = { provider, pending, body };
  const isOwner = Boolean(body.password ?? body.passkey);
  const { opened, userName } = isOwner
    ? await enterByOwner(deps, entry, client, effects)
    : await enterByNewAccount(deps, entry, client, context, effects);
  await dropPending(deps, browser);
  const [event, message] = isOwner
    ? (['account.linked', `Linked the account with ${provider.name}`] as const)
    : (['account.registered', `Created an account by ${provider.name}`] as const);
  logActivity(deps, { event, message, userName, ip: client.ip, status: opened === null ? 'Pending' : 'Success' });
  return opened;
}

/** Returns the name of the provider. Throws `account.linkNotFound` or `.lastWayIn`. */
export async function unlink(deps: Deps, actor: Actor, id: string, { grantStaff }: SignInEffects): Promise<string> {
  const providers = await readProviders(deps);
  await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, actor.id);
    const accountId = account.id;
    if (!(await deleteLink(work.tx, { accountId, provider: id }))) throw new DomainError('account.linkNotFound');
    await requireWayIn(deps, work.tx, account);
    await grantStaff(work, { id: accountId }, id, []);
  });
  return providers.find((one) => one.id === id)?.name ?? id;
}
