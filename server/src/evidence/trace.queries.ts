import type { Database } from '@vexil/db';
import type { TraceKind } from '@vexil/db/enums/evidence';
import type { Client } from './origin';

type Sql = Database['sql'];

export interface NewTrace {
  participationId: number;
  challengeId: number;
  gameId: number;
  kind: TraceKind;
  accountId: string | null;
  addressHash: string;
  deviceHash: string | null;
  at: Date;
}

/**
 * The first of each kind stays. In one order, because other servers may write the same ones; what was deleted meanwhile is
 * left out. Plan: function scans of the arrays, primary keys of participations and challenges, play_traces_pkey for the
 * conflict.
 */
export async function insertTraces(sql: Sql, traces: readonly NewTrace[]): Promise<void> {
  await sql`
    insert into play_traces
      (participation_id, challenge_id, kind, game_id, account_id, address_hash, device_hash, happened_at)
    select distinct on (p.id, c.id, t.kind)
      p.id, c.id, t.kind::trace_kind, c.game_id, a.id, t.address_hash, t.device_hash, t.at::timestamptz
    from unnest(
      ${traces.map(({ participationId }) => participationId)}::int[],
      ${traces.map(({ challengeId }) => challengeId)}::int[],
      ${traces.map(({ kind }) => kind)}::text[],
      ${traces.map(({ accountId }) => accountId)}::uuid[],
      ${traces.map(({ addressHash }) => addressHash)}::text[],
      ${traces.map(({ deviceHash }) => deviceHash)}::text[],
      ${traces.map(({ at }) => at.toISOString())}::text[]
    ) as t(participation_id, challenge_id, kind, account_id, address_hash, device_hash, at)
    join participations p on p.id = t.participation_id
    join challenges c on c.id = t.challenge_id and c.game_id = p.game_id
    left join accounts a on a.id = t.account_id
    order by p.id, c.id, t.kind, t.at
    on conflict (participation_id, challenge_id, kind) do nothing`;
}

export interface Download {
  accountId: string;
  fileHash: string;
  client: Client;
  at: Date;
}

export interface Load {
  /** Of the download, from 1. */
  ordinal: number;
  participationId: number;
  challengeId: number;
  gameId: number;
}

/**
 * Which team loaded an attachment of which challenge: one of the challenge, or of the team's own flag. Plan:
 * attachments_file_hash_idx, then the indexes of challenges and flags by attachment and participation_members_pkey.
 */
export const findLoads = (sql: Sql, downloads: readonly Download[]): Promise<Load[]> => sql<Load[]>`
  select d.ordinal::int4, m.participation_id as "participationId", c.id as "challengeId", c.game_id as "gameId"
  from unnest(${downloads.map(({ accountId }) => accountId)}::uuid[],
    ${downloads.map(({ fileHash }) => fileHash)}::text[]) with ordinality as d(account_id, file_hash, ordinal)
  join attachments a on a.file_hash = d.file_hash
  cross join lateral (
    select id, game_id, null::int as flag_id from challenges
    where attachment_id = a.id or attachment_id = a.first_id
    union all
    select k.id, k.game_id, f.id from flags f join challenges k on k.id = f.challenge_id
    where f.attachment_id = a.id or f.attachment_id = a.first_id
  ) c
  join participation_members m on m.account_id = d.account_id and m.game_id = c.game_id
  where c.flag_id is null or exists (
    select from team_challenges t
    where t.participation_id = m.participation_id and t.challenge_id = c.id and t.flag_id = c.flag_id)`;

/**
 * From then on every server records. Not while one of another release is connected, which may not. Returns whether it is
 * stored.
 */
export async function beginEpoch(sql: Sql, release: string, now: Date): Promise<boolean> {
  await sql`
    insert into trace_epochs (id, since) select 1, ${now.toISOString()}::timestamptz
    where not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name ~ '^vexil-(server|worker)'
        and split_part(application_name, ' ', 2) <> ${release})
    on conflict (id) do nothing`;
  return (await sql`select 1 from trace_epochs`).length > 0;
}
