import type { LoginBody } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { addressClient } from '@vexil/http/guard/sender';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { logActivity } from '../log/log-activity';
import { type Client, endOtherSessions, endSession, endSessionById, openSession } from '../session/session.service';
import { findAccountByLogin, lockAccount, updateAccount } from './account.queries';
import { spendGuess } from './guess-budget';
import { recogniseDevice } from './known-device';
import { hashPassword, isOutdated, verifyPassword } from './password';

/**
 * An unknown name, a wrong password and an unconfirmed account get the same reply after the same work. Throws
 * `captcha.failed`, `captcha.unavailable`, `captcha.needed`, `request.tooMany`, `account.badCredentials` or, for the
 * right password only, `account.loginBanned`.
 */
export async function login(
  deps: Deps,
  { userName, password, challenge }: z.output<typeof LoginBody>,
  client: Client & { device: string | undefined },
  replacedSessionHash: string | null,
): Promise<string> {
  const { ip, userAgent, device } = client;
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
  const right = await verifyPassword(found?.passwordHash, password, sender);
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
  const renewed = isOutdated(found.passwordHash, password) ? await hashPassword(password, sender) : found.passwordHash;
  const now = deps.clock.now();
  const token = await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, found.id);
    // A password changed since it was verified has ended all sessions; this one would escape that.
    if (account.passwordHash !== found.passwordHash) throw new DomainError('account.badCredentials');
    await updateAccount(work.tx, found.id, { passwordHash: renewed, lastSignedInAt: now, lastVisitedAt: now, ip });
    await endSession(work, replacedSessionHash);
    work.after(refillGuesses);
    return openSession(deps, work.tx, found.id, { ip, userAgent });
  });
  logActivity(deps, { event: 'account.signed_in', message: 'Signed in', userName: found.userName, ip });
  return token;
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
