import { DomainError } from '@vexil/contract/errors';
import type { factorRoutes, PasskeyBody, PasskeyChallenge, PasskeyProof } from '@vexil/contract/factor';
import type { ReplyOf } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { refill, spendOn } from '@vexil/http/guard/target-budget';
import { addressGroup } from '@vexil/runtime/address.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { logActivity } from '../log/log-activity';
import type { Client, OpenedSession } from '../session/session.service';
import { lockAccount } from './account.queries';
import { listPasskeys } from './factor.queries';
import { addFactor, spendPasskey } from './factor.service';
import { readTicket } from './factor-ticket';
import { openSessionOf } from './login.service';
import { makeChallenge, type Site, verifyNewPasskey, verifyPasskey } from './passkey';

/** Throws `account.passkeysUnavailable`. */
export async function challengeOf(deps: Deps, site: Site, accountId: string | null): Promise<PasskeyChallenge> {
  const challenge = await makeChallenge(deps, site);
  return { ...challenge, passkeys: accountId === null ? [] : await listPasskeys(deps.db, accountId) };
}

/** An old cookie is none: a passkey may be the first step, too. */
function asNoTicket(error: unknown): null {
  if (error instanceof DomainError && error.code === 'account.factorExpired') return null;
  throw error;
}

/** After the first step of a sign-in it names the passkeys of that account. Throws `account.passkeysUnavailable`. */
export async function challengeOfLogin(deps: Deps, site: Site, ticket: string | undefined): Promise<PasskeyChallenge> {
  const first = ticket ? await readTicket(deps, ticket).catch(asNoTicket) : null;
  return challengeOf(deps, site, first?.account.id ?? null);
}

/** Throws `account.passkeysUnavailable`. */
export async function beginPasskey(
  deps: Deps,
  site: Site,
  { id, userName }: Actor,
): Promise<ReplyOf<typeof factorRoutes.beginPasskey>> {
  const { title } = (await deps.settings.read()).globalConfig;
  const userId = Buffer.from(id).toString('base64url');
  return { ...(await challengeOf(deps, site, id)), rpName: title, userId, userName };
}

/**
 * Returns recovery codes with the first factor. Throws `account.passkeyInvalid`, `.passkeyExpired`, `.passkeysUnavailable`,
 * `.passkeyTaken` or `.factorsTooMany`.
 */
export async function confirmPasskey(
  deps: Deps,
  site: Site,
  actor: Actor,
  { name, credential }: z.output<typeof PasskeyBody>,
): Promise<string[] | null> {
  const values = await verifyNewPasskey(deps, site, credential);
  const codes = await addFactor(deps, actor, { ...values, name });
  if (codes === 'stored') throw new DomainError('account.passkeyTaken');
  return codes;
}

/** Of a sign-in that links the account with a provider. */
export interface PasskeyOwner {
  /** A passkey of another account is refused. */
  id: string;
  store(work: Work, account: AccountRow): Promise<unknown>;
}

/**
 * The passkey has verified its user, so it is both steps. Throws `request.tooMany`, `account.passkeyInvalid`,
 * `.passkeyExpired`, `.passkeysUnavailable`, `.loginBanned` or `.unconfirmed`.
 */
export async function loginWithPasskey(
  deps: Deps,
  site: Site,
  proof: PasskeyProof,
  client: Client,
  replacedSessionHash: string | null,
  owner?: PasskeyOwner,
): Promise<OpenedSession> {
  const { ip } = client;
  const from = `${proof.id}\n${addressGroup(ip)}`;
  await spendOn(deps, 'passkeysFrom', from);
  let userName: string | null = null;
  try {
    const use = await verifyPasskey(deps, site, proof);
    const { accountId } = use.passkey;
    if (owner && owner.id !== accountId) throw new DomainError('account.passkeyInvalid');
    const opened = await inTransaction(deps, async (work) => {
      const account = await lockAccount(work.tx, accountId);
      userName = account.userName;
      await spendPasskey(deps, work.tx, accountId, use);
      if (account.role === 'Banned') throw new DomainError('account.loginBanned');
      if (!account.emailConfirmed) throw new DomainError('account.unconfirmed');
      await owner?.store(work, account);
      work.after(() => refill(deps, 'passkeysFrom', from));
      return openSessionOf(deps, work, account, client, replacedSessionHash);
    });
    logActivity(deps, { event: 'account.signed_in', message: 'Signed in with a passkey', userName, ip });
    return opened;
  } catch (error) {
    const message = 'Could not sign in with a passkey';
    logActivity(deps, { event: 'account.sign_in_failed', message, userName, ip, status: 'Denied' });
    throw error;
  }
}
