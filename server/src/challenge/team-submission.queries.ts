import { teamSubmissionsMax } from '@vexil/contract/submission';
import type { Database } from '@vexil/db';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { type Call, type Found, readForCallers } from '@vexil/http/reads/caller';
import {
  distinct,
  type FoundPlay,
  type PlayFacts,
  playMembers,
  playSources,
  playsOf,
} from './challenge.access.queries';

type Sql = Database['sql'];

export interface FoundTeamSubmission {
  id: number;
  answerSealed: string;
  status: AnswerResult;
  /** Unix milliseconds. */
  submittedAt: number;
  userName: string | null;
  isEarlierFlag: boolean;
}

export interface FoundTeamSubmissions {
  play: Omit<FoundPlay, 'challenge'>;
  /** False for a disabled challenge and for one of another game. */
  isEnabled: boolean;
  /** Newest first. */
  submissions: readonly FoundTeamSubmission[];
}

type Facts = PlayFacts & {
  challenges: { id: number; gameId: number }[] | null;
  submissions: (FoundTeamSubmission & { ordinal: number })[] | null;
};

/** Plan: as `findPlay`; then, per player, submissions_participation_challenge_idx backwards, accounts_pkey, earlier_flags. */
async function readSubmissions(sql: Sql, calls: readonly Call[]): Promise<Facts> {
  const challengeIds = distinct(calls.map(({ challengeId }) => challengeId));
  const [row] = await sql<{ found: string }[]>`
    with ${playSources(sql, calls)}
    select json_build_object(
      ${playMembers(sql, calls)},
      'challenges', (select json_agg(c) from (
        select id, game_id as "gameId" from challenges
        where id = any((select ${challengeIds}::int[])::int[]) and is_enabled) c),
      'submissions', (select json_agg(s order by s.id desc) from (
        select p.ordinal, s.* from players p
        cross join lateral (
          select s.id, s.answer_sealed as "answerSealed", s.status, a.user_name as "userName",
            (extract(epoch from s.submitted_at) * 1000)::bigint as "submittedAt",
            s.status = 'WrongAnswer' and exists (
              select from earlier_flags e
              where e.challenge_id = s.challenge_id and e.flag_hash = s.answer_hash
                and e.participation_id = s.participation_id
            ) as "isEarlierFlag"
          from submissions s left join accounts a on a.id = s.account_id
          where s.participation_id = p."participationId" and s.challenge_id = p."challengeId"
          order by s.id desc limit ${teamSubmissionsMax}::int
        ) s) s)
    )::text as found`;
  return JSON.parse(row?.found ?? '{}');
}

/** null when there is no such game. */
export const findTeamSubmissions = readForCallers<FoundTeamSubmissions | null>(async (sql, calls) => {
  const found = await readSubmissions(sql, calls);
  const enabled = new Set(found.challenges?.map(({ id, gameId }) => `${gameId} ${id}`));
  return playsOf(found, calls).map((play, index) => {
    if (!play?.own) return play as Found<null> | undefined;
    const isEnabled = enabled.has(`${calls[index]?.gameId} ${calls[index]?.challengeId}`);
    const submissions = (found.submissions ?? []).filter(({ ordinal }) => ordinal === index + 1);
    return { caller: play.caller, own: { play: play.own, isEnabled, submissions } };
  });
});
