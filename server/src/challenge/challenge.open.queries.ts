import type { ChallengeDetail } from '@vexil/contract/challenge';
import type { Database, Db } from '@vexil/db';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { batchFor } from '@vexil/http/reads/batch';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { type ColumnsOf, columnsOf, type Fragment } from '../play/columns.queries';
import { challengeOf, enabledOf, type OwnPlay, readPlayWith } from '../play/play.queries';

type Sql = Database['sql'];

const challengeColumns = [
  'id',
  'gameId',
  'title',
  'content',
  'connection',
  'author',
  'tags',
  'category',
  'customCategory',
  'hints',
  'hintList',
  'lastHintId',
  'hintDueAt',
  'type',
  'originalScore',
  'submissionLimit',
  'fileName',
] as const;
const fileColumns = ['remoteUrl', 'fileHash', 'fileName'] as const;
const containerColumns = ['id', 'isProxy', 'publicHost', 'publicPort', 'hostToken', 'ports', 'expiresAt'] as const;
const teamColumns = ['submissionCount', 'flagHash', 'flagId'] as const;

export type AttachedFile = ColumnsOf<typeof attachments, typeof fileColumns> & {
  sizeBytes: number | null;
  storedName: string | null;
};

export type OpenedChallenge = ColumnsOf<typeof challenges, typeof challengeColumns> & {
  /** Unix milliseconds. */
  deadline: number | null;
  isShared: boolean;
  files: AttachedFile[] | null;
  check: ChallengeDetail['check'];
  /** null where it is disabled. */
  nextId: number | null;
};

interface OpeningOfTeam {
  /** null before the first opening. */
  teamChallenge: ColumnsOf<typeof teamChallenges, typeof teamColumns> | null;
  /** Of the team's flag. */
  flag: { sealed: string; files: AttachedFile[] | null } | null;
  container: ColumnsOf<typeof containers, typeof containerColumns> | null;
  /** The last one of the team that is over. */
  ended: ColumnsOf<typeof containers, readonly ['state', 'endReason']> | null;
  /** Ids. */
  takenHints: number[] | null;
  /** Of all its awards. */
  awardPoints: number;
}

export interface OwnOpening extends OwnPlay, OpeningOfTeam {
  /** null when it is disabled or not of this game. */
  challenge: OpenedChallenge | null;
}

interface OpeningFacts {
  challenges: OpenedChallenge[] | null;
  openings: (OpeningOfTeam & { ordinal: number })[] | null;
}

/** Of the challenge or flag `owner`, in their order. Plan: attachments_pkey and attachments_first_id_idx. */
const attachedFiles = (sql: Sql, owner: 'c' | 'l') => sql`
  (select json_agg(a) from (
    select ${columnsOf(sql, attachments, 'a', fileColumns)}, f.size_bytes as "sizeBytes", f.name as "storedName"
    from attachments a left join files f on f.hash = a.file_hash
    where a.id = ${sql(owner)}.attachment_id or a.first_id = ${sql(owner)}.attachment_id order by a.id) a)`;

/** Challenges `c` as players read them: without flag, template or container. */
const openedChallenges = (sql: Sql, wanted: Fragment) => sql`
  select ${columnsOf(sql, challenges, 'c', challengeColumns)},
    (extract(epoch from c.deadline_at) * 1000)::float8 as deadline,
    (select n.id from challenges n where n.id = c.next_id and n.is_enabled) as "nextId",
    coalesce(c.container_options ->> 'sharing', 'none') <> 'none' as "isShared",
    ${attachedFiles(sql, 'c')} as files,
    (select row_to_json(k) from (
      select result = 'passed' as works, (extract(epoch from ended_at) * 1000)::float8 as at from solver_checks
      where challenge_id = c.id and result <> 'running' and (c.solver ->> 'showStatus')::boolean
      order by id desc limit 1) k) as check
  from challenges c where ${wanted}`;

export const listOpenedChallenges = (sql: Sql, gameId: number) =>
  sql<OpenedChallenge[]>`${openedChallenges(sql, sql`c.game_id = ${gameId} and c.is_enabled`)}`;

/**
 * Plan: as `findPlay`; then, per player, team_challenges_pkey, containers_live_team_key, containers_ended_team_idx and
 * flags_pkey.
 */
export const findOpening = readPlayWith<OpeningFacts, Omit<OwnOpening, keyof OwnPlay>>({
  members: (sql, calls) => sql`,
    'challenges', (select json_agg(c) from (${openedChallenges(sql, enabledOf(sql, calls))}) c),
    'openings', (select json_agg(o) from (
      select p.ordinal, row_to_json(t) as "teamChallenge",
        (select row_to_json(l) from (
          select l.sealed, ${attachedFiles(sql, 'l')} as files from flags l where l.id = t."flagId") l) as flag,
        (select row_to_json(k) from (
          select ${columnsOf(sql, containers, 'k', containerColumns)} from containers k
          where k.state = 'running' and (
            k.kind = 'Team' and k.participation_id = p.id and k.challenge_id = p."challengeId"
            or k.shared_challenge_id = p."challengeId")
          order by k.kind = 'Team' desc limit 1) k) as container,
        (select row_to_json(k) from (
          select state, end_reason as "endReason" from containers
          where kind = 'Team' and state in ('destroyed', 'failed')
            and participation_id = p.id and challenge_id = p."challengeId"
          order by requested_at desc limit 1) k) as ended,
        (select json_agg(hint_id) from awards
          where participation_id = p.id and challenge_id = p."challengeId" and hint_id is not null) as "takenHints",
        (select coalesce(sum(points), 0) from awards
          where participation_id = p.id and reversed_at is null) as "awardPoints"
      from players p
      left join lateral (
        select ${columnsOf(sql, teamChallenges, 'tc', teamColumns)} from team_challenges tc
        where tc.participation_id = p.id and tc.challenge_id = p."challengeId" limit 1
      ) t on true) o)`,
  partOf(facts, ordinal, call) {
    const opening = facts.openings?.find((one) => one.ordinal === ordinal) ?? nothing;
    return { challenge: challengeOf(facts.challenges, call), ...opening };
  },
});

const nothing: OpeningOfTeam = {
  teamChallenge: null,
  flag: null,
  container: null,
  ended: null,
  takenHints: null,
  awardPoints: 0,
};

const { content, hints, hintList, ...columnsWithoutTexts } = getTableColumns(challenges);

export const findEnabledChallenge = batchFor((db: Db) => ({
  async run(keys: readonly { gameId: number; challengeId: number }[]) {
    const ids = keys.map(({ challengeId }) => challengeId);
    const rows = await db
      .select(columnsWithoutTexts)
      .from(challenges)
      .where(and(inArray(challenges.id, ids), eq(challenges.isEnabled, true)));
    return keys.map((key) => challengeOf(rows, key) ?? undefined);
  },
}));
