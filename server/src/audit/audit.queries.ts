import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type AuditEntryRow, auditEntries } from '@vexil/db/schema/audit';
import { and, count, desc, eq, getTableColumns, gte, ilike, isNotNull, isNull, like, lte, ne, sql } from 'drizzle-orm';

export interface SeenAuditEntry extends AuditEntryRow {
  userName: string | null;
  targetName: string | null;
}

export interface AuditFilter {
  gameId?: number | undefined;
  who?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const fits = ({ gameId, who, action, target, from, until }: AuditFilter) =>
  and(
    gameId === undefined ? undefined : eq(auditEntries.gameId, gameId),
    who ? ilike(accounts.userName, `%${escaped(who)}%`) : undefined,
    action ? like(auditEntries.action, `${escaped(action)}%`) : undefined,
    target ? like(auditEntries.target, `${escaped(target)}%`) : undefined,
    from === undefined ? undefined : gte(auditEntries.createdAt, new Date(from)),
    until === undefined ? undefined : lte(auditEntries.createdAt, new Date(until)),
  );

const kind = sql`split_part(${auditEntries.target}, ':', 1)`;
const key = sql`split_part(${auditEntries.target}, ':', 2)`;
// Keys are written by us; the pattern keeps a row of another form from failing the whole page.
const intKey = sql`substring(${key} from '^[0-9]{1,9}$')::int`;
const uuidKey = sql`substring(${key} from '^[0-9a-f]{8}-[0-9a-f-]{27}$')::uuid`;

const targetName = sql<string | null>`case ${kind}
  when 'account' then (select a.user_name from accounts a where a.id = ${uuidKey})
  when 'award' then (
    select t.name from awards w join participations p on p.id = w.participation_id join teams t on t.id = p.team_id
    where w.id = ${intKey})
  when 'challenge' then (select c.title from challenges c where c.id = ${intKey})
  when 'division' then (select d.name from divisions d where d.id = ${intKey})
  when 'engine' then ${key}
  when 'game' then (select g.title from games g where g.id = ${intKey})
  when 'participation' then (
    select t.name from participations p join teams t on t.id = p.team_id where p.id = ${intKey})
  when 'post' then (select p.title from posts p where p.id = ${key})
  when 'team' then (select t.name from teams t where t.id = ${intKey})
  when 'token' then (select t.name from api_tokens t where t.id = ${uuidKey})
  when 'webhook' then (select w.name from webhooks w where w.id = ${uuidKey})
end`;

export async function listAuditEntries(
  db: Executor,
  wanted: AuditFilter & { count: number; skip: number },
): Promise<{ rows: SeenAuditEntry[]; total: number }> {
  const filter = fits(wanted);
  const [rows, [total]] = await Promise.all([
    db
      .select({ ...getTableColumns(auditEntries), userName: accounts.userName, targetName })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(filter)
      .orderBy(desc(auditEntries.id))
      .limit(wanted.count)
      .offset(wanted.skip),
    db
      .select({ value: count() })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(filter),
  ]);
  return { rows, total: total?.value ?? 0 };
}

/** The newest first. The game narrows it to an index. */
export const listChanges = (db: Executor, target: string, gameId: number | null, count: number) =>
  db
    .select({ userName: accounts.userName, createdAt: auditEntries.createdAt, before: auditEntries.before })
    .from(auditEntries)
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .where(
      and(
        gameId === null ? isNull(auditEntries.gameId) : eq(auditEntries.gameId, gameId),
        eq(auditEntries.target, target),
        isNotNull(auditEntries.before),
        isNotNull(auditEntries.after),
        // Written down at the game, whose own fields stay.
        ne(auditEntries.action, 'challenge.order'),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(count);

export async function insertAuditEntry(tx: Tx, values: typeof auditEntries.$inferInsert): Promise<void> {
  await tx.insert(auditEntries).values(values);
}
