import type { ChallengeDetail } from '@vexil/contract/challenge';
import type { Database } from '@vexil/db';
import type { AttachmentRow, ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { TeamChallengeRow } from '@vexil/db/schema/submission';
import { type Call, type Found, readForCallers } from '@vexil/http/reads/caller';
import {
  byId,
  distinct,
  type FoundPlay,
  type PlayFacts,
  playMembers,
  playSources,
  playsOf,
} from './challenge.access.queries';

type Sql = Database['sql'];

type AttachedFile = Pick<AttachmentRow, 'remoteUrl' | 'fileHash' | 'fileName'> & { sizeBytes: number | null };
type FlagFile = AttachedFile & { sealed: string; storedName: string | null };

export type OpenedChallenge = Pick<
  ChallengeRow,
  | 'id'
  | 'gameId'
  | 'title'
  | 'content'
  | 'category'
  | 'hints'
  | 'type'
  | 'originalScore'
  | 'submissionLimit'
  | 'fileName'
> & {
  /** Unix milliseconds. */
  deadline: number | null;
  isShared: boolean;
  attachment: AttachedFile | null;
  check: ChallengeDetail['check'];
};

type RunningContainer = Pick<ContainerRow, 'id' | 'isProxy' | 'publicHost' | 'publicPort' | 'hostToken' | 'ports'> & {
  /** Unix milliseconds. */
  expiresAt: number;
};

interface OpeningOfTeam {
  /** null before the first opening. */
  teamChallenge: Pick<TeamChallengeRow, 'submissionCount' | 'flagHash' | 'flagId'> | null;
  /** Of the team's flag. */
  attachment: FlagFile | null;
  container: RunningContainer | null;
  /** The last one of the team that is over. */
  ended: Pick<ContainerRow, 'state' | 'endReason'> | null;
}

export interface FoundOpening extends OpeningOfTeam {
  play: Omit<FoundPlay, 'challenge'>;
  /** null when it is disabled or not of this game. */
  challenge: OpenedChallenge | null;
}

type OpeningFacts = PlayFacts & {
  challenges: OpenedChallenge[] | null;
  openings: (OpeningOfTeam & { ordinal: number })[] | null;
};

const attachedFile = (sql: Sql) => sql`
  a.remote_url as "remoteUrl", a.file_hash as "fileHash", a.file_name as "fileName", f.size_bytes as "sizeBytes"`;

/** Plan: as `findPlay`; then, per player, team_challenges_pkey, containers_live_team_key,
 * containers_ended_team_idx and flags_pkey. */
async function readOpenings(sql: Sql, calls: readonly Call[]): Promise<OpeningFacts> {
  const challengeIds = distinct(calls.map(({ challengeId }) => challengeId));
  const [row] = await sql<{ found: string }[]>`
    with ${playSources(sql, calls)}
    select json_build_object(
      ${playMembers(sql, calls)},
      'challenges', (select json_agg(c) from (
        select c.id, c.game_id as "gameId", c.title, c.content, c.category, c.hints, c.type,
          c.original_score as "originalScore", c.submission_limit as "submissionLimit", c.file_name as "fileName",
          (extract(epoch from c.deadline_at) * 1000)::bigint as deadline,
          coalesce(c.container_options ->> 'sharing', 'none') <> 'none' as "isShared",
          (select row_to_json(a) from (
            select ${attachedFile(sql)} from attachments a left join files f on f.hash = a.file_hash
            where a.id = c.attachment_id) a) as attachment,
          (select row_to_json(k) from (
            select result = 'passed' as works, (extract(epoch from ended_at) * 1000)::bigint as at from solver_checks
            where challenge_id = c.id and result <> 'running' and (c.solver ->> 'showStatus')::boolean
            order by id desc limit 1) k) as check
        from challenges c where c.id = any((select ${challengeIds}::int[])::int[]) and c.is_enabled) c),
      'openings', (select json_agg(o) from (
        select p.ordinal, row_to_json(t) as "teamChallenge",
          (select row_to_json(a) from (
            select ${attachedFile(sql)}, f.name as "storedName", l.sealed from flags l
            join attachments a on a.id = l.attachment_id
            left join files f on f.hash = a.file_hash
            where l.id = t."flagId") a) as attachment,
          (select row_to_json(k) from (
            select id, is_proxy as "isProxy", public_host as "publicHost", public_port as "publicPort",
              host_token as "hostToken", ports,
              (extract(epoch from expires_at) * 1000)::bigint as "expiresAt"
            from containers
            where state = 'running' and (
              kind = 'Team' and participation_id = p."participationId" and challenge_id = p."challengeId"
              or shared_challenge_id = p."challengeId")
            order by kind = 'Team' desc limit 1) k) as container,
          (select row_to_json(k) from (
            select state, end_reason as "endReason" from containers
            where kind = 'Team' and state in ('destroyed', 'failed')
              and participation_id = p."participationId" and challenge_id = p."challengeId"
            order by requested_at desc limit 1) k) as ended
        from players p
        left join lateral (
          select submission_count as "submissionCount", flag_hash as "flagHash", flag_id as "flagId"
          from team_challenges
          where participation_id = p."participationId" and challenge_id = p."challengeId" limit 1
        ) t on true) o)
    )::text as found`;
  return JSON.parse(row?.found ?? '{}');
}

const nothing: OpeningOfTeam = { teamChallenge: null, attachment: null, container: null, ended: null };

/** null when there is no such game. */
export const findOpening = readForCallers<FoundOpening | null>(async (sql, calls) => {
  const found = await readOpenings(sql, calls);
  const challenges = byId(found.challenges);
  const openings = new Map(found.openings?.map(({ ordinal, ...opening }) => [ordinal, opening]));
  return playsOf(found, calls).map((play, index) => {
    if (!play?.own) return play as Found<null> | undefined;
    const challenge = challenges.get(calls[index]?.challengeId ?? Number.NaN);
    const isOfGame = challenge && challenge.gameId === play.own.game.id;
    const opening = openings.get(index + 1) ?? nothing;
    return { caller: play.caller, own: { play: play.own, challenge: isOfGame ? challenge : null, ...opening } };
  });
});
