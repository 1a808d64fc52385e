import { auditTextLengthMax } from '@vexil/contract/audit.limits';
import type { Tx } from '@vexil/db';
import type { AuditAction } from '@vexil/db/enums/audit';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import type { FastifyRequest } from 'fastify';
import { type AuditFilter, insertAuditEntry, listAuditEntries, listChanges } from './audit.queries';
import { viewAuditEntry } from './audit.view';

export interface Author {
  accountId: string;
  ip: string | null;
}

/** The command line, which needs no account. */
export interface Operator {
  accountId: null;
  ip: null;
}

type Values = Record<string, unknown>;

export interface AuditEntry {
  by: Author | Operator;
  gameId: number | null;
  action: AuditAction;
  /** Kind and id of the thing changed, for example `challenge:12`. */
  target: string;
  before?: object;
  after?: object;
  /** Given by the author; stored as a member of `after`. */
  reason?: string | null | undefined;
}

export const authorOf = ({ actor, request }: { actor: Actor; request: FastifyRequest }): Author => ({
  accountId: actor.id,
  ip: request.ip,
});

// By member name, so that a service cannot show a secret by handing in a whole row.
const secretMember = /secret|password|token|sealed|template|inviteCode|^flags?$|^hash$/i;
const bookkeeping = new Set(['createdAt', 'updatedAt', 'version', 'lastHintId', 'hintDueAt']);

function presentable(name: string, value: unknown): unknown {
  if (secretMember.test(name)) return value === null || value === undefined || value === '' ? null : '(secret)';
  if (typeof value === 'string' && value.length > auditTextLengthMax) return `${value.slice(0, auditTextLengthMax)}…`;
  return value ?? null;
}

function present(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, presentable(name, values[name])]));
}

/** Stores only members that differ, and nothing when none does. Secrets are named but never shown. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { before, after } = entry as { before?: Values; after?: Values };
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !bookkeeping.has(name))
    .filter((name) => !before || !after || JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (before && after && names.length === 0) return;
  await insertAuditEntry(tx, {
    accountId: entry.by.accountId,
    gameId: entry.gameId,
    action: entry.action,
    target: entry.target,
    before: before ? present(before, names) : null,
    after: after ? { ...present(after, names), ...(entry.reason ? { reason: entry.reason } : {}) } : null,
    ip: entry.by.ip,
  });
}

export async function readAuditPage(deps: Pick<Deps, 'db'>, wanted: AuditFilter & { count: number; skip: number }) {
  const { rows, total } = await listAuditEntries(deps.db, wanted);
  return { data: rows.map(viewAuditEntry), length: rows.length, total };
}

/** A thing that is also changed without a word in the log. */
export interface Since {
  /** What the editor saw. */
  version: number | null | undefined;
  /** Gives the version of what is stored, were these members as they were. */
  undoing: () => Promise<(before: object) => number>;
}

const changesMax = 20;

/** Who changed a thing last, and when; undefined where the log does not have all changes `since`. */
export async function readLastSave(deps: Pick<Deps, 'db'>, target: string, gameId: number | null, since?: Since) {
  const changes = await listChanges(deps.db, target, gameId, since ? changesMax : 1);
  const last = since ? await findLastSince(changes, since) : changes[0];
  return last && { userName: last.userName, time: last.createdAt.getTime() };
}

async function findLastSince<Change extends { before: unknown }>(changes: readonly Change[], since: Since) {
  const versionWith = await since.undoing();
  const stored = versionWith({});
  let undone = {};
  let last: Change | undefined;
  for (const change of changes) {
    undone = { ...undone, ...(change.before as object) };
    const version = versionWith(undone);
    // A new password, for one, is no change of the version.
    if (version !== stored) last ??= change;
    if (version === since.version) return last;
  }
}
