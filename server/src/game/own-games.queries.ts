import type { StaffRole } from '@vexil/db/enums/game';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { games } from '@vexil/db/schema/game';
import { isInvited, readOwn } from '../play/caller.queries';
import { type ColumnsOf, columnsOf } from '../play/columns.queries';

const gamesMax = 100;

const gameColumns = [
  'id',
  'hidden',
  'boardVisibility',
  'practiceMode',
  'startAt',
  'endAt',
  'freezeAt',
  'pausedAt',
] as const;

/** Members of the participation are null for staff who take no part. */
export interface OwnGameRow extends ColumnsOf<typeof games, typeof gameColumns> {
  /** Unix milliseconds; null where no writeup is asked for. */
  writeupDeadline: number | null;
  staffRole: StaffRole | null;
  status: StoredParticipationStatus | null;
  teamId: number | null;
  teamName: string | null;
  hasWriteup: boolean;
  division: { defaultPermissions: number; masks: [challengeId: number, mask: number][] | null } | null;
  /** Solves of the team after the time of the freeze. */
  laterSolves: number;
  /** Read for hidden games only. */
  isInvited: boolean;
}

export interface OwnGameRows {
  hasTeam: boolean;
  /** null for none. */
  games: OwnGameRow[] | null;
}

/** Plan: the indexes by account of team_members, participation_members and game_staff, then primary keys. */
export const findOwnGames = readOwn<OwnGameRows>(
  (sql) => sql`
    select c.*, exists (
        select from team_members m join teams t on t.id = m.team_id where m.account_id = c.id and t.solo_of is null
      ) as "hasTeam", (
      select json_agg(o order by o."startAt" desc, o.id desc) from (
        select ${columnsOf(sql, games, 'g', gameColumns)},
          case when g.writeup_required then (extract(epoch from g.writeup_deadline) * 1000)::float8 end
            as "writeupDeadline",
          s.role as "staffRole", p.status, t.id as "teamId", t.name as "teamName",
          p.writeup_hash is not null as "hasWriteup",
          (
            select json_build_object('defaultPermissions', d.default_permissions, 'masks', (
              select json_agg(json_build_array(m.challenge_id, m.permissions))
              from division_challenges m where m.division_id = d.id
            )) from divisions d where d.id = p.division_id
          ) as division,
          case when g.freeze_at is null then 0 else (
            select count(*) from solves l join challenges x on x.id = l.challenge_id and x.is_enabled
            where l.participation_id = p.id and greatest(l.solved_at, l.given_at) > g.freeze_at and l.reversed_at is null
              and not exists (
                select from solves o where o.participation_id = p.id and o.challenge_id = l.challenge_id
                  and o.solved_at <= g.freeze_at and o.reversed_at > g.freeze_at
              )
          ) end as "laterSolves",
          g.hidden and ${isInvited(sql)} as "isInvited"
        from (
          select game_id from participation_members where account_id = c.id
          union select game_id from game_staff where account_id = c.id
        ) own
        join games g on g.id = own.game_id
        left join game_staff s on s.game_id = g.id and s.account_id = c.id
        left join participation_members m on m.game_id = g.id and m.account_id = c.id
        left join participations p on p.id = m.participation_id
        left join teams t on t.id = p.team_id
        order by g.start_at desc, g.id desc limit ${gamesMax}
      ) o
    ) as games
    from callers c`,
);
