import type { FileUse } from '@vexil/contract/asset';
import type { Executor } from '@vexil/db';
import { type SQL, sql } from 'drizzle-orm';

type FoundUse = FileUse & { hash: string };

/** Contents that a text names. */
const named = (text: SQL) => sql`lateral (select distinct (regexp_matches(${text}, '[0-9a-f]{64}', 'g'))[1] as hash) m`;

/** What uses these files, in the order of the kinds. Each text is read once. */
export async function listFileUses(db: Executor, hashes: readonly string[]): Promise<FoundUse[]> {
  const rows = await db.execute<FoundUse & Record<string, unknown>>(sql`
    select distinct u.hash, u.kind, u.id, u."gameId", u.name from (
      select a.file_hash as hash, 'challenge' as kind, c.id::text as id, c.game_id as "gameId", c.title::text as name
        from attachments a join challenges c on c.attachment_id = coalesce(a.first_id, a.id)
      union all select a.file_hash, 'flag', c.id::text, c.game_id, c.title
        from attachments a join flags f on f.attachment_id = coalesce(a.first_id, a.id) join challenges c on c.id = f.challenge_id
      union all select m.hash, 'challenge', c.id::text, c.game_id, c.title
        from challenges c left join attachments a on c.attachment_id in (a.id, a.first_id),
          ${named(sql`concat(c.content, c.connection, c.hints, a.remote_url)`)}
      union all select g.poster_hash, 'game', g.id::text, g.id, g.title from games g
      union all select m.hash, 'game', g.id::text, g.id, g.title
        from games g, ${named(sql`concat(g.summary, g.content, g.writeup_note)`)}
      union all select m.hash, 'notice', n.id::text, n.game_id, g.title
        from notices n join games g on g.id = n.game_id, ${named(sql`n.values::text`)}
      union all select p.writeup_hash, 'writeup', p.id::text, p.game_id, t.name
        from participations p join teams t on t.id = p.team_id
      union all select avatar_hash, 'team', id::text, null, name from teams
      union all select avatar_hash, 'account', id::text, null, user_name from accounts
      union all select m.hash, 'post', p.id, null, p.title from posts p, ${named(sql`concat(p.summary, p.content)`)}
      union all select file_hash, 'platform', '', null, null from config_entries
      union all select m.hash, 'platform', '', null, null from config_entries e, ${named(sql`e.value`)}
    ) u where u.hash = any(${sql.param(hashes)}::text[])
    order by u.kind, u.name, u.id`);
  return [...rows];
}
