import type { Database } from '@vexil/db';
import type { LogRow } from '@vexil/db/schema/log';

/** One prepared statement for any number of lines: a flood of them must not cost what it reports. */
export async function storeLogs({ sql }: Database, lines: readonly Omit<LogRow, 'id'>[]): Promise<void> {
  await sql`
    insert into logs (time, level, status, user_name, ip, message, kind, game_id)
    select l.time::timestamptz, l.level::log_level, l.status::task_status, l.user_name, l.ip, l.message,
      l.kind::log_kind, l.game_id
    from unnest(
      ${lines.map(({ time }) => time.toISOString())}::text[], ${lines.map(({ level }) => level)}::text[],
      ${lines.map(({ status }) => status)}::text[], ${lines.map(({ userName }) => userName)}::text[],
      ${lines.map(({ ip }) => ip)}::text[], ${lines.map(({ message }) => message)}::text[],
      ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ gameId }) => gameId)}::int[]
    ) with ordinality as l(time, level, status, user_name, ip, message, kind, game_id, ordinal)
    order by l.ordinal`;
}
