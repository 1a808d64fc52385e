import { DomainError } from '@vexil/contract/errors';
import { factorsMax, recoveryCodeCount, type StepUpBody, type TotpBody } from '@vexil/contract/factor';
import type { Route } from '@vexil/contract/route';
import type { Executor, Tx } from '@vexil/db';
import type { factors } from '@vexil/db/schema/factor';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { refill, spendOn } from '@vexil/http/guard/target-budget';
import { inTransaction } from '@vexil/runtime/transaction';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { endOtherSessions } from '../session/session.service';
import { factorDueOf } from './account.policy';
import { lockAccount } from './account.queries';
import { isOwnPassword, lockAccountOf } from './account.service';
import {
  countFactors,
  deleteCodes,
  deleteFactor,
  deleteFactors,
  findFactorFacts,
  findProof,
  insertCodes,
  insertFactor,
  listFactors,
  updateName,
  updateProved,
  useCounter,
  useRecoveryCode,
  useStep,
} from './factor.queries';
import { type PasskeyUse, type Site, verifyPasskey } from './passkey';
import { hashRecoveryCode, makeRecoveryCode } from './recovery-code';
import { base32, findStep, secretBytes, totpUrl } from './totp';
import { requireWayIn } from './way-in';

const setupLifetimeMs = 3_600_000;
const proofLifetimeMs = 5 * 60_000;

/** What the browser keeps, sealed, until a code confirms it: Redis may be emptied, and unconfirmed secrets need no rows. */
interface Setup {
  setupOf: string;
  id: string;
  secret: string;
  until: number;
}

export const hasFactor = async (db: Executor, accountId: string): Promise<boolean> =>
  (await countFactors(db, accountId)) > 0;

const wrongCode = () => new DomainError('account.factorWrong', { field: 'code' });

/** A code counts once. The caller holds the lock of the account. Throws `account.factorWrong`. */
export async function spendCode(deps: Deps, tx: Tx, accountId: string, text: string): Promise<void> {
  const now = deps.clock.now();
  const code = text.replace(/[\s-]/g, '');
  for (const { id, secretSealed, lastStep } of await listFactors(tx, accountId)) {
    if (secretSealed === null) continue;
    const step = findStep(Buffer.from(deps.sealing.unseal(secretSealed), 'base64'), code, now, lastStep);
    if (step !== null && (await useStep(tx, id, step, now))) return;
  }
  if (!(await useRecoveryCode(tx, accountId, hashRecoveryCode(accountId, code)))) throw wrongCode();
}

/**
 * A signature counts once. The caller holds the lock of the account. Throws `account.passkeyInvalid`, also where the
 * counter of the authenticator goes back: then there are two of it.
 */
export async function spendPasskey(deps: Deps, tx: Tx, accountId: string, use: PasskeyUse): Promise<void> {
  const { passkey, counter } = use;
  if (passkey.accountId === accountId) {
    if (await useCounter(tx, passkey.id, counter, deps.clock.now())) return;
    const text = 'A passkey was refused: its counter has not gone on, as that of a copy, or it was just removed';
    deps.log.warn({ event: 'account.passkey_counter', accountId, factorId: passkey.id, counter }, text);
  }
  throw new DomainError('account.passkeyInvalid', { field: 'passkey' });
}

/** What `verifyPasskey` says of a passkey, or a code. Throws what `spendCode` and `spendPasskey` throw. */
export const spendFactor = (deps: Deps, tx: Tx, accountId: string, code: string, use: PasskeyUse | null) =>
  use ? spendPasskey(deps, tx, accountId, use) : spendCode(deps, tx, accountId, code);

export async function beginTotp(deps: Deps, actor: Actor): Promise<{ setup: string; secret: string; url: string }> {
  const secret = deps.random.bytes(secretBytes);
  const { title } = (await deps.settings.read()).globalConfig;
  const setup: Setup = {
    setupOf: actor.id,
    id: deps.random.uuid(),
    secret: secret.toString('base64'),
    until: deps.clock.now().getTime() + setupLifetimeMs,
  };
  return {
    setup: deps.sealing.seal(JSON.stringify(setup)),
    secret: base32(secret),
    url: totpUrl(secret, title, actor.userName),
  };
}

function readSetup(deps: Deps, actor: Actor, sealed: string): Setup {
  try {
    const setup: Setup = JSON.parse(deps.sealing.unseal(sealed));
    // Flags are sealed with the same key, so it says what it is.
    if (setup.setupOf === actor.id && setup.until > deps.clock.now().getTime()) return setup;
  } catch {
    // Changed on its way.
  }
  throw new DomainError('account.factorSetupInvalid', { field: 'setup' });
}

async function replaceCodes(deps: Deps, tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => makeRecoveryCode(deps.random));
  await deleteCodes(tx, accountId);
  await insertCodes(
    tx,
    accountId,
    codes.map((code) => hashRecoveryCode(accountId, code)),
  );
  return codes;
}

/**
 * Returns recovery codes with the first factor, which ends all other sessions: they have not proved it. `stored` when it is
 * there already. Throws `account.factorsTooMany`.
 */
export async function addFactor(
  deps: Deps,
  { id: accountId, sessionHash }: Actor,
  values: Omit<typeof factors.$inferInsert, 'accountId' | 'createdAt'>,
): Promise<string[] | 'stored' | null> {
  return inTransaction(deps, async (work) => {
    await lockAccountOf(work.tx, accountId);
    const count = await countFactors(work.tx, accountId);
    if (count >= factorsMax) throw new DomainError('account.factorsTooMany', { params: { limit: factorsMax } });
    const row = { ...values, accountId, createdAt: deps.clock.now() };
    if (!(await insertFactor(work.tx, row))) return 'stored';
    if (count > 0) return null;
    await endOtherSessions(work, accountId, sessionHash);
    return replaceCodes(deps, work.tx, accountId);
  });
}

/** Throws `account.factorSetupInvalid`, `.factorWrong` or `.factorsTooMany`. */
export async function confirmTotp(
  deps: Deps,
  actor: Actor,
  { name, setup: sealed, code }: z.output<typeof TotpBody>,
): Promise<string[] | null> {
  const { id, secret } = readSetup(deps, actor, sealed);
  const lastStep = findStep(Buffer.from(secret, 'base64'), code.replace(/\s/g, ''), deps.clock.now(), 0);
  if (lastStep === null) throw wrongCode();
  const codes = await addFactor(deps, actor, { id, name, secretSealed: deps.sealing.seal(secret), lastStep });
  if (codes === 'stored') throw wrongCode();
  return codes;
}

/** Throws `account.factorNone`. */
export async function renewCodes(deps: Deps, actor: Actor): Promise<string[]> {
  return inTransaction(deps, async ({ tx }) => {
    await lockAccountOf(tx, actor.id);
    if (!(await hasFactor(tx, actor.id))) throw new DomainError('account.factorNone');
    return replaceCodes(deps, tx, actor.id);
  });
}

/** Throws `account.factorNotFound`. */
export async function renameFactor(deps: Deps, actor: Actor, id: string, name: string): Promise<void> {
  await inTransaction(deps, async ({ tx }) => {
    if (!(await updateName(tx, actor.id, id, name))) throw new DomainError('account.factorNotFound');
  });
}

/** Returns its name. Throws `account.factorNotFound` or `.lastWayIn`. */
export async function removeFactor(deps: Deps, actor: Actor, id: string): Promise<string> {
  return inTransaction(deps, async ({ tx }) => {
    const account = await lockAccount(tx, actor.id);
    const removed = await deleteFactor(tx, actor.id, id);
    if (!removed) throw new DomainError('account.factorNotFound');
    if (removed.credentialId !== null) await requireWayIn(deps, tx, account);
    if (!(await hasFactor(tx, actor.id))) await deleteCodes(tx, actor.id);
    return removed.name;
  });
}

/** @returns how many there were */
export async function deleteAllFactors(tx: Tx, accountId: string): Promise<number> {
  await deleteCodes(tx, accountId);
  return deleteFactors(tx, accountId);
}

/** Throws `request.tooMany`, `account.factorWrong`, `.oldPasswordWrong`, or what `verifyPasskey` throws. */
export async function stepUp(
  deps: Deps,
  actor: Actor,
  { code, passkey, password }: z.output<typeof StepUpBody>,
  site: Site,
): Promise<void> {
  const { id, sessionHash } = actor;
  if (sessionHash === null) throw new DomainError('token.sessionOnly');
  // By session: a stolen one spends nothing of the owner's budget.
  await spendOn(deps, 'guessesOfSession', sessionHash);
  const isAskedForCode = await hasFactor(deps.db, id);
  const use = isAskedForCode && passkey ? await verifyPasskey(deps, site, passkey) : null;
  if (!isAskedForCode) {
    if (!(await isOwnPassword(deps, actor, password ?? '')))
      throw new DomainError('account.oldPasswordWrong', { field: 'password' });
  }
  await inTransaction(deps, async (work) => {
    await lockAccountOf(work.tx, id);
    if (isAskedForCode) await spendFactor(deps, work.tx, id, code ?? '', use);
    else if (await hasFactor(work.tx, id)) throw wrongCode();
    await updateProved(work.tx, sessionHash, deps.clock.now());
    work.after(() => refill(deps, 'guessesOfSession', sessionHash));
  });
}

/** Whether a session may make a call that asks for a proof. */
export async function isProved(
  deps: Pick<Deps, 'db' | 'clock'>,
  { sessionHash }: Actor,
  asks: NonNullable<Route['stepUp']>,
): Promise<boolean> {
  if (sessionHash === null) return true;
  const proof = await findProof(deps.db, sessionHash);
  if (!proof) return false;
  if (asks === 'factor' && !proof.hasFactor) return true;
  const age = deps.clock.now().getTime() - (proof.provedAt?.getTime() ?? 0);
  return age < proofLifetimeMs;
}

const freeAccountsMax = 10_000;
const freeMs = 60_000;

/**
 * Whether an account lacks a second factor that is required of it by now. Accounts of players are read again after a
 * minute, all others with each call.
 */
export function createFactorCheck(deps: Pick<Deps, 'database' | 'settings' | 'clock'>) {
  const free = new LRUCache<string, true>({ max: freeAccountsMax, ttl: freeMs });
  return async ({ id, role }: Pick<Actor, 'id' | 'role'>): Promise<boolean> => {
    const { accountPolicy } = await deps.settings.read();
    const due = factorDueOf(accountPolicy, { role, isStaff: true });
    if (due === null || deps.clock.now().getTime() < due || free.has(id)) return false;
    const { isStaff, hasFactor } = await findFactorFacts(deps.database, id);
    const lacks = !hasFactor && factorDueOf(accountPolicy, { role, isStaff }) !== null;
    if (!lacks && role === 'User') free.set(id, true);
    return lacks;
  };
}
