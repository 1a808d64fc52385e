import type { LoginBody, LoginFactorBody } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { addressClient } from '@vexil/http/guard/sender';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { logActivity } from '../log/log-activity';
import {
  type Client,
  endOtherSessions,
  endSession,
  endSessionById,
  type OpenedSession,
  openSession,
} from '../session/session.service';
import { findAccountByLogin, lockAccount, updateAccount } from './account.queries';
import { hasFactor, spendCode, spendFactor } from './factor.service';
import { makeTicket, readTicket } from './factor-ticket';
import { decoyOf } from './foreign-password';
import { spendGuess } from './guess-budget';
import { addToDevice, hashDevice, recogniseDevice } from './known-device';
import { type Site, verifyPasskey } from './passkey';
import { decoy, hashPassword, isOutdated, verifyPassword } from './password';

/** A session, or what a second factor has to complete. */
export type SignedIn = OpenedSession | { ticket: string };

export async function openSessionOf(
  deps: Deps,
  work: Work,
  account: AccountRow,
  client: Client,
  replacedSessionHash: string | null,
): Promise<OpenedSession> {
  await endSession(work, replacedSessionHash);
  const device = addToDevice(deps, client.device, account);
  const owner = { accountId: account.id, deviceHash: hashDevice(deps, device) };
  return { token: await openSession(deps, work.tx, owner, client), device };
}

/** An account whose password was right, to be locked. */
interface Proved {
  found: AccountRow;
  /** To be stored: of today's cost. */
  passwordHash: string;
  refillGuesses(): Promise<void>;
}

/**
 * An unknown name, a wrong password and an unconfirmed account get the same reply after the same work. Throws
 * `captcha.failed`, `captcha.unavailable`, `captcha.needed`, `request.tooMany`, `account.badCredentials` or, for the
 * right password only, `account.loginBanned`.
 */
async function provePassword(
  deps: Deps,
  { userName, password, challenge }: z.output<typeof LoginBody>,
  { ip, device }: Client,
): Promise<Proved> {
  const isCaptchaSolved = await checkCaptcha(deps, challenge, ip);
  const found = await findAccountByLogin(deps.db, userName);
  const refillGuesses = await spendGuess(deps, {
    target: found?.id ?? userName,
    ip,
    ownerIp: found?.ip,
    deviceId: recogniseDevice(deps, device, found),
    challenge,
    isCaptchaSolved,
  });
  const sender = addressClient(ip);
  const unknown = await decoyOf(deps, userName, decoy);
  const right = await verifyPassword(found?.passwordHash, password, sender, unknown);
  if (!found || !right || !found.emailConfirmed || found.role === 'Banned') {
    // An unknown name is not repeated: it may be a password typed into the wrong field.
    logActivity(deps, {
      event: 'account.sign_in_failed',
      message: 'Could not sign in',
      userName: found?.userName ?? null,
      ip,
      status: 'Denied',
    });
  }
  if (!found || !right || !found.emailConfirmed) throw new DomainError('account.badCredentials');
  if (found.role === 'Banned') throw new DomainError('account.loginBanned');
  const passwordHash = isOutdated(found.passwordHash, password)
    ? await hashPassword(password, sender)
    : found.passwordHash;
  return { found, passwordHash, refillGuesses };
}

/** Throws `account.badCredentials` where the password has changed since. */
async function lockProved(tx: Tx, { found, passwordHash }: Proved): Promise<AccountRow> {
  const account = await lockAccount(tx, found.id);
  // A password changed since it was verified has ended all sessions; this one would escape that.
  if (account.passwordHash !== found.passwordHash) throw new DomainError('account.badCredentials');
  return passwordHash === account.passwordHash ? account : updateAccount(tx, found.id, { passwordHash });
}

/** Throws what `provePassword` throws. */
export async function login(
  deps: Deps,
  body: z.output<typeof LoginBody>,
  client: Client,
  replacedSessionHash: string | null,
): Promise<SignedIn> {
  const proved = await provePassword(deps, body, client);
  const { id, userName } = proved.found;
  const signedIn = await inTransaction(deps, async (work): Promise<SignedIn> => {
    const current = await lockProved(work.tx, proved);
    // Guesses are refilled by the second step, or a known password would give any number of codes.
    if (await hasFactor(work.tx, id)) return { ticket: makeTicket(deps, current) };
    work.after(proved.refillGuesses);
    return openSessionOf(deps, work, current, client, replacedSessionHash);
  });
  if ('ticket' in signedIn) return signedIn;
  logActivity(deps, { event: 'account.signed_in', message: 'Signed in', userName, ip: client.ip });
  return signedIn;
}

/**
 * Both steps in one call, with what else is stored with them. Throws what `provePassword` throws, `account.factorRequired` or
 * `.factorWrong`.
 */
export async function loginWith(
  deps: Deps,
  { code, ...body }: z.output<typeof LoginBody> & { code: string | null | undefined },
  client: Client,
  store: (work: Work, account: AccountRow) => Promise<void>,
): Promise<{ opened: OpenedSession; userName: string }> {
  const proved = await provePassword(deps, body, client);
  return inTransaction(deps, async (work) => {
    const account = await lockProved(work.tx, proved);
    if (await hasFactor(work.tx, account.id)) {
      if (!code) throw new DomainError('account.factorRequired');
      await spendCode(deps, work.tx, account.id, code);
    }
    await store(work, account);
    work.after(proved.refillGuesses);
    return { opened: await openSessionOf(deps, work, account, client, null), userName: account.userName };
  });
}

/**
 * The second step. Throws `account.factorExpired`, `captcha.unavailable`, `captcha.needed`, `request.tooMany`,
 * `account.factorWrong` or what `verifyPasskey` throws.
 */
export async function loginWithFactor(
  deps: Deps,
  { code, passkey, challenge }: z.output<typeof LoginFactorBody>,
  client: Client & { ticket: string | undefined; site: Site },
  replacedSessionHash: string | null,
): Promise<OpenedSession> {
  const { ip, device, ticket, site } = client;
  const { account, isOf } = await readTicket(deps, ticket);
  const refillGuesses = await spendGuess(deps, {
    target: account.id,
    ip,
    ownerIp: account.ip,
    deviceId: recogniseDevice(deps, device, account),
    challenge,
    isCaptchaSolved: false,
  });
  const who = { userName: account.userName, ip };
  try {
    const use = passkey ? await verifyPasskey(deps, site, passkey) : null;
    const opened = await inTransaction(deps, async (work) => {
      if (!isOf(await lockAccount(work.tx, account.id))) throw new DomainError('account.factorExpired');
      await spendFactor(deps, work.tx, account.id, code ?? '', use);
      work.after(refillGuesses);
      return openSessionOf(deps, work, account, client, replacedSessionHash);
    });
    logActivity(deps, { event: 'account.signed_in', message: 'Signed in with a second factor', ...who });
    return opened;
  } catch (error) {
    const message = 'Could not prove the second factor';
    logActivity(deps, { event: 'account.sign_in_failed', message, ...who, status: 'Denied' });
    throw error;
  }
}

export async function logout(deps: Deps, actor: Actor): Promise<void> {
  await inTransaction(deps, async (work) => {
    await endSession(work, actor.sessionHash);
  });
}

export async function endOwnSession(deps: Deps, actor: Actor, sessionId: string): Promise<void> {
  await inTransaction(deps, async (work) => {
    await endSessionById(work, actor.id, sessionId);
  });
}

export async function endOwnOtherSessions(deps: Deps, actor: Actor): Promise<void> {
  await inTransaction(deps, async (work) => {
    await endOtherSessions(work, actor.id, actor.sessionHash);
  });
}
