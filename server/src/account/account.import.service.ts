import { type AdminUserImportBody, importedAccountsMax } from '@vexil/contract/account-admin';
import { DomainError, type ErrorCode, type ErrorDetail } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { createLimiter } from '@vexil/http/guard/concurrency';
import { readFieldValues } from '@vexil/rules/own-field-input.rules';
import { isStrongPassword } from '@vexil/rules/password.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { type Administrator, endSessionsOf } from './account.admin.service';
import {
  findAccountByEmail,
  findAccountByName,
  insertAccountIfFree,
  listOthersOfSameName,
  lockAccount,
  lockImports,
  updateAccount,
} from './account.queries';
import { changePostsOf, changeScoreboardsOf, givenMembers, withoutPhone } from './account.service';
import { hashPassword } from './password';

interface ImportedTeam {
  name: string;
  /** The first is the captain. */
  memberIds: readonly string[];
}

export type CreateTeams = (tx: Tx, by: Author, teams: readonly ImportedTeam[]) => Promise<void>;

type Row = z.output<typeof AdminUserImportBody>[number];

/** Rows count from 1, as people read them, fields from 0. */
interface Refusal {
  code: ErrorCode;
  index: number;
  field: string;
  /** Of the own field. */
  name?: string;
}

function refuse(refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (!first) return;
  const details: ErrorDetail[] = refusals.map(({ index, field }) => ({ path: `${index}.${field}`, message: '' }));
  throw new DomainError(first.code, { params: { row: first.index + 1, name: first.name ?? '' }, details });
}

function checkPasswords(rows: readonly Row[]): void {
  refuse(
    rows.flatMap(({ password }, index) =>
      isStrongPassword(password) ? [] : [{ code: 'account.rowPasswordWeak', index, field: 'password' }],
    ),
  );
}

/** What is required and missing is asked of the account. */
function checkFields(asked: readonly OwnField[], rows: readonly Row[]): FieldValues[] {
  const read = rows.map(({ fields }) => readFieldValues(asked, fields ?? {}, { isWhole: false }));
  refuse(
    read.flatMap(({ refusal }, index) =>
      refusal ? [{ code: 'account.rowFieldInvalid', index, field: `fields.${refusal.id}`, name: refusal.name }] : [],
    ),
  );
  return read.map(({ values }) => values ?? {});
}

// One after another: an import of hundreds leaves the other slots of the hashing queue to sign-ins.
async function hashPasswords(rows: readonly Row[]): Promise<string[]> {
  const inTurn = createLimiter(1, importedAccountsMax);
  return Promise.all(
    rows.map(({ password }) => inTurn(() => hashPassword(password, { client: 'import', people: 1, mustRun: true }))),
  );
}

interface Stored {
  account: AccountRow;
  before: AccountRow | undefined;
}

async function findExisting(tx: Tx, row: Row): Promise<AccountRow | undefined> {
  const found = (await findAccountByName(tx, row.userName)) ?? (await findAccountByEmail(tx, row.email));
  return found && lockAccount(tx, found.id);
}

async function storeRow(
  deps: Deps,
  tx: Tx,
  row: Row,
  { passwordHash, fields, existing }: { passwordHash: string; fields: FieldValues; existing: 'replace' | 'refuse' },
): Promise<Stored | { taken: ('userName' | 'email')[] }> {
  const { userName, email, realName, stdNumber, phone } = row;
  // An address that an administrator enters needs no confirmation, and the owner is to sign in at once.
  const values = { userName, email, passwordHash, emailConfirmed: true };
  const personal = withoutPhone(givenMembers({ realName, stdNumber, phone }));
  let before = await findExisting(tx, row);
  if (!before) {
    const added = { ...values, ...personal, fields, registeredAt: deps.clock.now() };
    const account = await insertAccountIfFree(tx, added);
    if (account) return { account, before };
    // Another transaction registered this name or address and has committed.
    before = await findExisting(tx, row);
  }
  if (!before) throw new DomainError('request.unavailable', { retryAfterSeconds: 1 });
  const others = await listOthersOfSameName(tx, before.id, row);
  const holders = existing === 'refuse' ? [before, ...others] : others;
  const taken = (['userName', 'email'] as const).filter((field) =>
    holders.some((other) => other[field].toLowerCase() === row[field].toLowerCase()),
  );
  if (taken.length > 0) return { taken };
  const kept = { ...before.fields, ...fields };
  return { account: await updateAccount(tx, before.id, { ...values, ...personal, fields: kept }), before };
}

function teamsOf(rows: readonly Row[], accounts: readonly AccountRow[]): ImportedTeam[] {
  const teams = new Map<string, Set<string>>();
  for (const [index, { teamName }] of rows.entries()) {
    const account = accounts[index];
    if (!teamName || !account) continue;
    const members = teams.get(teamName) ?? new Set<string>();
    teams.set(teamName, members.add(account.id));
  }
  return [...teams].map(([name, members]) => ({ name, memberIds: [...members] }));
}

async function auditRow(tx: Tx, { by }: Administrator, { account, before }: Stored): Promise<void> {
  const target = `account:${account.id}`;
  const action = before ? 'account.update' : 'account.create';
  await audit(tx, { by, gameId: null, action, target, ...(before ? { before } : {}), after: account });
}

async function storeRows(
  deps: Deps,
  tx: Tx,
  rows: readonly Row[],
  { hashes, answers, existing }: { hashes: readonly string[]; answers: FieldValues[]; existing: 'replace' | 'refuse' },
): Promise<Stored[]> {
  const all: Stored[] = [];
  const refusals: Refusal[] = [];
  for (const [index, row] of rows.entries()) {
    const known = { passwordHash: hashes[index] ?? '', fields: answers[index] ?? {}, existing };
    const stored = await storeRow(deps, tx, row, known);
    if ('taken' in stored) {
      const code = stored.taken.includes('userName') ? 'account.rowNameTaken' : 'account.rowEmailTaken';
      refusals.push(...stored.taken.map((field) => ({ code, index, field }) as const));
    } else {
      all.push(stored);
    }
  }
  refuse(refusals);
  return all;
}

/**
 * All rows or none; an account that has the name or the address is refused, or replaced with its role kept. Throws
 * `account.rowPasswordWeak`, `.rowFieldInvalid`, `.rowNameTaken` or `.rowEmailTaken`, with the fields of all rows.
 */
export async function importAccounts(
  deps: Deps,
  admin: Administrator,
  rows: readonly Row[],
  { createTeams, existing }: { createTeams: CreateTeams; existing: 'replace' | 'refuse' },
): Promise<void> {
  checkPasswords(rows);
  const answers = checkFields((await deps.settings.read()).accountPolicy.fields, rows);
  const hashes = await hashPasswords(rows);
  await inTransaction(deps, async (work) => {
    await lockImports(work.tx);
    const renamed: string[] = [];
    const all = await storeRows(deps, work.tx, rows, { hashes, answers, existing });
    for (const stored of all) {
      const { account, before } = stored;
      await auditRow(work.tx, admin, stored);
      if (!before) continue;
      await endSessionsOf(work, admin, account.id);
      if (account.userName !== before.userName) renamed.push(account.id);
    }
    const accounts = all.map(({ account }) => account);
    await createTeams(work.tx, admin.by, teamsOf(rows, accounts));
    await changePostsOf(work, renamed);
    await changeScoreboardsOf(work, renamed);
  });
}
