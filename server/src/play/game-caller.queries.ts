import type { StaffRole } from '@vexil/db/enums/game';
import type { FieldValues } from '@vexil/db/enums/own-field';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { asksInvited, isInvited, readOwn } from './caller.queries';

export interface GameCaller {
  /** null, like the other members, when the caller is not registered in the game. */
  status: StoredParticipationStatus | null;
  divisionId: number | null;
  teamId: number | null;
  teamName: string | null;
  /** SHA-256 of each text of the rules that they have accepted. */
  acceptedRules: string[] | null;
  /** Answers to what the game asks. */
  fields: FieldValues | null;
  /** Whether the organisers have asked the team something. */
  isAsked: boolean | null;
  staffRole: StaffRole | null;
  /** null when there is no such game. */
  hidden: boolean | null;
  /** Read for hidden games, and those that show the board to participants. */
  isInvited: boolean;
}

/** Plan: primary keys per caller. */
export const findGameCaller = readOwn<GameCaller>(
  (sql) => sql`
    select c.*, r.*, s.role as "staffRole", g.hidden,
      coalesce(${asksInvited(sql)} and ${isInvited(sql)}, false) as "isInvited"
    from callers c
    left join lateral (select id, hidden, board_visibility from games where id = c."gameId" limit 1) g on true
    left join lateral (
      select p.status, p.division_id as "divisionId", t.id as "teamId", t.name as "teamName", m.fields,
        (
          select coalesce(json_agg(hash), '[]') from consents where account_id = c.id and game_id = c."gameId"
        ) as "acceptedRules",
        exists (
          select from cases k join case_questions q on q.case_id = k.id where k.participation_id = p.id
        ) as "isAsked"
      from participation_members m
      join participations p on p.id = m.participation_id
      join teams t on t.id = p.team_id
      where m.game_id = c."gameId" and m.account_id = c.id limit 1
    ) r on true
    left join lateral (
      select role from game_staff where game_id = c."gameId" and account_id = c.id limit 1
    ) s on true`,
);
