import type { Database, Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type AttachmentRow, attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { TeamRow } from '@vexil/db/schema/team';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';

type StoredPlay = {
  game: Pick<
    GameRow,
    | 'id'
    | 'practiceMode'
    | 'containerCountLimit'
    | 'writeupRequired'
    | 'writeupNote'
    | 'startAt'
    | 'endAt'
    | 'freezeAt'
    | 'writeupDeadline'
  >;
  participation: Pick<ParticipationRow, 'id' | 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> | null;
  team: Pick<TeamRow, 'id' | 'name' | 'bio' | 'avatarHash'> | null;
  /** null when the team has no division. */
  defaultPermissions: number | null;
  /** Of the division, by challenge. */
  masks: Record<string, number> | null;
};

type PlayRow = Omit<StoredPlay, 'game'> & {
  game: Omit<StoredPlay['game'], 'startAt' | 'endAt' | 'freezeAt' | 'writeupDeadline'>;
  startAt: number;
  endAt: number;
  freezeAt: number | null;
  writeupDeadline: number;
};

/**
 * A game as one account plays it; team and participation are null when it does not. Every call of a player begins with
 * this, so it is a prepared statement by hand: to plan these joins anew takes longer than to run them.
 */
export async function findPlay(
  sql: Database['sql'],
  gameId: number,
  accountId: string,
): Promise<StoredPlay | undefined> {
  const [row] = await sql<{ play: string }[]>`
    select json_build_object(
      'game', json_build_object('id', g.id, 'practiceMode', g.practice_mode,
        'containerCountLimit', g.container_count_limit, 'writeupRequired', g.writeup_required,
        'writeupNote', g.writeup_note),
      'startAt', (extract(epoch from g.start_at) * 1000)::bigint,
      'endAt', (extract(epoch from g.end_at) * 1000)::bigint,
      'freezeAt', (extract(epoch from g.freeze_at) * 1000)::bigint,
      'writeupDeadline', (extract(epoch from g.writeup_deadline) * 1000)::bigint,
      'participation', case when p.id is not null then json_build_object('id', p.id, 'gameId', p.game_id,
        'teamId', p.team_id, 'divisionId', p.division_id, 'status', p.status, 'token', p.token) end,
      'team', case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'bio', t.bio,
        'avatarHash', t.avatar_hash) end,
      'defaultPermissions', d.default_permissions,
      'masks', (select json_object_agg(c.challenge_id, c.permissions)
        from division_challenges c where c.division_id = d.id)
    )::text as play
    from games g
    left join participation_members m on m.game_id = g.id and m.account_id = ${accountId}
    left join participations p on p.id = m.participation_id
    left join teams t on t.id = p.team_id
    left join divisions d on d.id = p.division_id
    where g.id = ${gameId}`;
  if (!row) return undefined;
  const { startAt, endAt, freezeAt, writeupDeadline, ...play }: PlayRow = JSON.parse(row.play);
  const times = {
    startAt: new Date(startAt),
    endAt: new Date(endAt),
    freezeAt: freezeAt === null ? null : new Date(freezeAt),
    writeupDeadline: new Date(writeupDeadline),
  };
  return { ...play, game: { ...play.game, ...times } };
}

/** A team's own solves after a time, in order of arrival. */
export function listSolvesAfter(
  sql: Database['sql'],
  participationId: number,
  after: number,
): Promise<{ challengeId: number; userName: string; time: number }[]> {
  return sql<{ challengeId: number; userName: string; time: number }[]>`
    select s.challenge_id as "challengeId", coalesce(a.user_name, '') as "userName",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s
    join challenges c on c.id = s.challenge_id and c.is_enabled
    left join accounts a on a.id = s.account_id
    where s.participation_id = ${participationId} and s.solved_at > ${new Date(after).toISOString()}::timestamptz
    order by s.submission_id`;
}

const { content, hints, ...columnsWithoutTexts } = getTableColumns(challenges);

/** An enabled challenge of a game, without its texts, which are long and seldom needed. */
export async function findEnabledChallenge(db: Executor, gameId: number, challengeId: number) {
  const [row] = await db
    .select(columnsWithoutTexts)
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId), eq(challenges.isEnabled, true)));
  return row;
}

export async function findChallengeTexts(db: Executor, challengeId: number) {
  const [row] = await db.select({ content, hints }).from(challenges).where(eq(challenges.id, challengeId));
  return row;
}

export type AttachedFile = Pick<AttachmentRow, 'remoteUrl' | 'fileHash' | 'fileName'> & { sizeBytes: number | null };

const attachedFile = {
  remoteUrl: attachments.remoteUrl,
  fileHash: attachments.fileHash,
  fileName: attachments.fileName,
  sizeBytes: files.sizeBytes,
};

export async function findAttachment(db: Executor, attachmentId: number): Promise<AttachedFile | undefined> {
  const [row] = await db
    .select(attachedFile)
    .from(attachments)
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(eq(attachments.id, attachmentId));
  return row;
}

export async function findAttachmentOfFlag(db: Executor, flagId: number): Promise<AttachedFile | undefined> {
  const [row] = await db
    .select(attachedFile)
    .from(flags)
    .innerJoin(attachments, eq(attachments.id, flags.attachmentId))
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(eq(flags.id, flagId));
  return row;
}

/** The team's container that has not ended; the unique index lets there be one. */
export async function findLiveContainer(
  db: Executor,
  participationId: number,
  challengeId: number,
): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(
      and(
        eq(containers.kind, 'Team'),
        eq(containers.participationId, participationId),
        eq(containers.challengeId, challengeId),
        inArray(containers.state, [...liveContainerStates]),
      ),
    );
  return row;
}
