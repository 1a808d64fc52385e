import type { Executor, Tx } from '@vexil/db';
import { sql } from 'drizzle-orm';

export interface CheckCopyRow {
  /** Of the copy. */
  id: number;
  /** The game that is checked. */
  gameId: number;
  createdAt: Date;
}

/** Copies of games that checks play in. */
export async function listCheckCopies(db: Executor): Promise<CheckCopyRow[]> {
  const rows = await db.execute<{ id: number; check_of: number; created_at: string | Date }>(sql`
    select id, check_of, created_at from games where check_of is not null order by id`);
  return rows.map(({ id, check_of, created_at }) => ({ id, gameId: check_of, createdAt: new Date(created_at) }));
}

/** Has the live containers of a copy stop; returns their ids. */
export async function stopContainersOfCopy(db: Executor, copyId: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    update containers set state = 'stopping', end_reason = coalesce(end_reason, 'staff')
    where game_id = (select id from games where id = ${copyId} and check_of is not null)
      and state in ('requested', 'starting', 'running', 'stopping')
    returning id`);
  return rows.map(({ id }) => id);
}

/** Deletes a copy with its account and team, and what is stored about it elsewhere. */
export async function deleteCheckCopy(tx: Tx, copyId: number): Promise<void> {
  const [copy] = await tx.execute<{ id: number }>(sql`
    select id from games where id = ${copyId} and check_of is not null for update`);
  if (!copy) return;
  const teams = await tx.execute<{ id: number; captain: string }>(sql`
    select t.id, t.captain_id as captain from participations p join teams t on t.id = p.team_id
    where p.game_id = ${copyId}`);
  const attachments = await tx.execute<{ id: number }>(sql`
    select attachment_id as id from challenges where game_id = ${copyId} and attachment_id is not null
    union select f.attachment_id from flags f join challenges c on c.id = f.challenge_id
    where c.game_id = ${copyId} and f.attachment_id is not null`);
  const idsOf = (rows: readonly { id: number }[]) => sql.param(rows.map(({ id }) => id));
  await tx.execute(sql`delete from games where id = ${copyId}`);
  await tx.execute(sql`delete from attachments where id = any(${idsOf(attachments)}::integer[])`);
  await tx.execute(sql`delete from teams where id = any(${idsOf(teams)}::integer[])`);
  await tx.execute(sql`
    delete from accounts where id = any(${sql.param(teams.map(({ captain }) => captain))}::uuid[])`);
  await tx.execute(sql`delete from audit_entries where game_id = ${copyId}`);
  const topics = ['game', 'teams', 'notices'].map((kind) => `${kind}:${copyId}`);
  await tx.execute(sql`delete from topic_versions where topic = any(${sql.param(topics)}::text[])`);
}
