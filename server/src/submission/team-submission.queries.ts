import { teamSubmissionsMax } from '@vexil/contract/submission';
import { submissions } from '@vexil/db/schema/submission';
import { type ColumnsOf, columnsOf } from '../play/columns.queries';
import { challengeOf, enabledOf, type OwnPlay, readPlayWith } from '../play/play.queries';

const columns = ['id', 'answerSealed', 'status', 'submittedAt'] as const;

export type TeamSubmissionRow = ColumnsOf<typeof submissions, typeof columns> & {
  userName: string | null;
  isEarlierFlag: boolean;
  /** Reason of the last re-judging that made it right or wrong. */
  rejudged: string | null;
};

export interface OwnSubmissions extends OwnPlay {
  /** False for a disabled challenge and for one of another game. */
  isEnabled: boolean;
  /** Newest first. */
  submissions: readonly TeamSubmissionRow[];
}

interface Facts {
  challenges: { id: number; gameId: number }[] | null;
  submissions: (TeamSubmissionRow & { ordinal: number })[] | null;
}

/** Plan: as `findPlay`; then, per player, submissions_participation_challenge_idx backwards, accounts_pkey, earlier_flags, rejudging_verdicts_submission_id_idx. */
export const findTeamSubmissions = readPlayWith<Facts, Omit<OwnSubmissions, keyof OwnPlay>>({
  members: (sql, calls) => sql`,
    'challenges', (select json_agg(c) from (
      select c.id, c.game_id as "gameId" from challenges c where ${enabledOf(sql, calls)}) c),
    'submissions', (select json_agg(s order by s.id desc) from (
      select p.ordinal, s.* from players p
      cross join lateral (
        select ${columnsOf(sql, submissions, 's', columns)}, a.user_name as "userName",
          s.status = 'WrongAnswer' and exists (
            select from earlier_flags e
            where e.challenge_id = s.challenge_id and e.flag_hash = s.answer_hash
              and e.participation_id = s.participation_id
          ) as "isEarlierFlag", (
            select r.reason from rejudging_verdicts v join rejudgings r on r.id = v.rejudging_id
            where v.submission_id = s.id and r.state = 'Applied' and (v.before = 'Accepted') <> (v.after = 'Accepted')
            order by r.id desc limit 1
          ) as rejudged
        from submissions s left join accounts a on a.id = s.account_id
        where s.participation_id = p.id and s.challenge_id = p."challengeId"
        order by s.id desc limit ${teamSubmissionsMax}::int
      ) s) s)`,
  partOf: (facts, ordinal, call) => ({
    isEnabled: challengeOf(facts.challenges, call) !== null,
    submissions: facts.submissions?.filter((one) => one.ordinal === ordinal) ?? [],
  }),
});
