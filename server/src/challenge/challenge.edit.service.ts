import type { AttachmentCreateBody, ChallengeCreateBody } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import { staffBoardPrefix } from '@vexil/rules/scoreboard.freeze.rules';
import { addJob } from '@vexil/runtime/queues';
import { findBoard, parseBoard } from '@vexil/runtime/scoreboard.store';
import { type AfterCommit, inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { getContainerCeilings } from '../config/config.service';
import type { Deps } from '../deps';
import { getGame, holdGame } from '../game/game.service';
import { withdrawNoticesOf } from '../notice/notice.service';
import { listAttachments } from './attachment.queries';
import { createAttachments, deleteAttachments } from './attachment.service';
import { announceChallenges, followChange } from './challenge.change.service';
import { type ChallengeUpdate, checkCeilings, checkChange, readChange } from './challenge.edit.input';
import {
  type ChallengeId,
  countSolves,
  deleteChallengeRow,
  findTestContainer,
  getChallenge,
  hasFlags,
  insertChallenge,
  listChallengeCounts,
  listChallenges,
  listFlags,
  lockChallenge,
  updateChallengeRow,
} from './challenge.edit.queries';
import type { ChallengeSeen } from './challenge.edit.view';

export type { ChallengeId };

const targetOf = (challengeId: number) => `challenge:${challengeId}`;

/** Scores of the challenges on the published board; none when there is no board. */
async function readCurrentScores(deps: Deps, gameId: number): Promise<Map<number, number>> {
  // While the public board is frozen organisers see the values of now, as they do on their board.
  const prefixes = [staffBoardPrefix(deps.keyPrefix), deps.keyPrefix];
  const [live, open] = await Promise.all(prefixes.map((prefix) => findBoard(deps.redis, prefix, gameId)));
  const document = live ?? open;
  if (!document) return new Map();
  const onBoard = Object.values(parseBoard(document).challenges).flat();
  return new Map(onBoard.map(({ id, score }) => [id, score]));
}

/** None for a game that does not exist. */
export async function readChallenges(deps: Deps, gameId: number) {
  const [challenges, counts, scores] = await Promise.all([
    listChallenges(deps.db, gameId),
    listChallengeCounts(deps.db, gameId),
    readCurrentScores(deps, gameId),
  ]);
  return challenges.map((challenge) => ({
    challenge,
    counts: counts.get(challenge.id),
    score: scores.get(challenge.id),
  }));
}

/** All that organisers see of a challenge, still sealed. */
async function seeChallenge(db: Executor, challenge: ChallengeRow): Promise<ChallengeSeen> {
  const flags = await listFlags(db, challenge.id);
  const ids = [challenge, ...flags].flatMap(({ attachmentId }) => attachmentId ?? []);
  return {
    challenge,
    flags,
    attachments: await listAttachments(db, ids),
    acceptedCount: await countSolves(db, challenge.id),
    testContainer: await findTestContainer(db, challenge.id),
  };
}

export async function readChallenge(deps: Deps, id: ChallengeId): Promise<ChallengeSeen> {
  await getGame(deps.db, id.gameId);
  return seeChallenge(deps.db, await getChallenge(deps.db, id));
}

export function createChallenge(
  deps: Deps,
  by: Author,
  gameId: number,
  body: z.output<typeof ChallengeCreateBody>,
): Promise<ChallengeSeen> {
  return inTransaction(deps, async (tx) => {
    await holdGame(tx, gameId);
    const after = await insertChallenge(tx, { ...body, gameId });
    await audit(tx, { by, gameId, action: 'challenge.create', target: targetOf(after.id), after });
    return seeChallenge(tx, after);
  });
}

/** The lock makes organisers take turns: each sets only what was sent, and enabling twice is news once. */
export async function updateChallenge(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  change: ChallengeUpdate,
  at: Date,
): Promise<ChallengeSeen> {
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async (tx, afterCommit) => {
    const game = await holdGame(tx, id.gameId);
    const before = await lockChallenge(tx, id);
    await checkChange(tx, before, change);
    const after = await updateChallengeRow(tx, before.id, readChange(deps, before, change));
    checkCeilings(before, after, ceilings);
    const target = targetOf(after.id);
    await audit(tx, { by, gameId: game.id, action: 'challenge.update', target, before, after });
    await followChange(deps, tx, afterCommit, { game, before, after, at });
    return seeChallenge(tx, after);
  });
}

/** For what hangs on a challenge: locked against other organisers. Throws `challenge.notFound`. */
export const holdChallenge = (tx: Tx, id: ChallengeId): Promise<ChallengeRow> => lockChallenge(tx, id);

/** Nobody could solve a challenge without flags, so it is disabled; true when it was. */
export async function disableWithoutFlags(
  deps: Deps,
  tx: Tx,
  afterCommit: AfterCommit,
  { by, game, challenge: before, at }: { by: Author; game: GameRow; challenge: ChallengeRow; at: Date },
): Promise<boolean> {
  if (!before.isEnabled || before.type === 'DynamicContainer' || (await hasFlags(tx, before.id))) return false;
  const after = await updateChallengeRow(tx, before.id, { isEnabled: false });
  await audit(tx, { by, gameId: game.id, action: 'challenge.update', target: targetOf(after.id), before, after });
  await followChange(deps, tx, afterCommit, { game, before, after, at });
  return true;
}

/** Its containers end with their rows: the reconciler removes what no row wants. */
export function deleteChallenge(deps: Deps, by: Author, id: ChallengeId, at: Date): Promise<void> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const game = await holdGame(tx, id.gameId);
    const before = await lockChallenge(tx, id, 'update');
    const flags = await listFlags(tx, before.id);
    await withdrawNoticesOf(deps, tx, afterCommit, { gameId: game.id, challengeId: before.id });
    await deleteChallengeRow(tx, before.id);
    const attachmentIds = [before, ...flags].flatMap(({ attachmentId }) => attachmentId ?? []);
    await deleteAttachments(tx, attachmentIds);
    const target = targetOf(before.id);
    await audit(tx, { by, gameId: game.id, action: 'challenge.delete', target, before });
    if (hasContainer(before.type)) afterCommit(() => addJob(deps, containerJobs.reconcile, {}));
    announceChallenges(deps, afterCommit, { game, at }, before.isEnabled ? [before.id] : []);
  });
}

export function setAttachment(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  request: z.output<typeof AttachmentCreateBody>,
  at: Date,
): Promise<void> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const game = await holdGame(tx, id.gameId);
    const challenge = await lockChallenge(tx, id);
    if (challenge.type === 'DynamicAttachment') throw new DomainError('challenge.attachmentPerFlag');
    const [before] = await listAttachments(tx, challenge.attachmentId ? [challenge.attachmentId] : []);
    const [attachmentId = null] = await createAttachments(tx, [request]);
    const [after] = await listAttachments(tx, attachmentId ? [attachmentId] : []);
    await updateChallengeRow(tx, challenge.id, { attachmentId });
    if (before) await deleteAttachments(tx, [before.id]);
    const target = targetOf(challenge.id);
    const change = { before: { attachment: before ?? null }, after: { attachment: after ?? null } };
    await audit(tx, { by, gameId: game.id, action: 'challenge.setAttachment', target, ...change });
    announceChallenges(deps, afterCommit, { game, at }, challenge.isEnabled ? [challenge.id] : []);
  });
}
