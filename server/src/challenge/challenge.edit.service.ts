import { isDeepStrictEqual } from 'node:util';
import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ChallengeCreateBody, FoundChallenge } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { readHints } from '@vexil/rules/hint.rules';
import { withoutRequired } from '@vexil/rules/requires.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { getContainerCeilings } from '../config/config.service';
import { getGame, lockGame } from '../game/game.service';
import { withdrawNotices } from '../notice/notice.service';
import {
  type AttachmentFile,
  type AttachmentRequest,
  createAttachments,
  deleteAttachments,
  listAttachments,
} from './attachment.service';
import { applyChangeEffects, publishChallengesChanged } from './challenge.change.service';
import { listLastChecks } from './challenge.check.queries';
import { type ChallengeUpdate, checkCeilings, checkChange } from './challenge.edit.checks';
import { findNamedCategory, readChange } from './challenge.edit.input';
import {
  type ChallengeId,
  countSolves,
  deleteChallengeRow,
  findLastFailure,
  findTestContainer,
  getChallenge,
  hasFlags,
  insertChallenge,
  listChallengeCounts,
  listChallenges,
  listFlags,
  listRequirements,
  lockChallenge,
  lockRequirements,
  searchChallenges,
  updateChallengeRow,
} from './challenge.edit.queries';
import type { ChallengeForEdit } from './challenge.edit.view';
import { readSupplies } from './challenge.supply.service';

export type { ChallengeId };
export { getChallenge, lockChallenge, lockRequirements };

const searchResultsMax = 30;

const targetOf = (challengeId: number) => `challenge:${challengeId}`;

export async function readChallenges(deps: Deps, gameId: number) {
  const challenges = await listChallenges(deps.db, gameId);
  if (challenges.length === 0) return [];
  // While the public board is frozen organisers see the current values, as they do on their board.
  const [counts, supplies, checks, board] = await Promise.all([
    listChallengeCounts(deps.db, gameId),
    readSupplies(deps.db, { gameId }),
    listLastChecks(deps.db, gameId),
    deps.boards.get(gameId, { frozenAt: 0, live: true }),
  ]);
  return challenges.map((challenge) => ({
    challenge,
    counts: counts.get(challenge.id),
    supply: supplies.get(challenge.id) ?? null,
    lastCheck: checks.get(challenge.id) ?? null,
    board: board.findChallenge(challenge.id),
  }));
}

/** Of the games that the account may edit. */
export const findChallenges = (
  deps: Pick<Deps, 'db'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  wanted: { hint: string; at: Date },
): Promise<FoundChallenge[]> =>
  searchChallenges(deps.db, {
    ...wanted,
    organiserId: isAtLeast(role, 'Admin') ? undefined : id,
    limit: searchResultsMax,
  });

async function loadChallengeForEdit(db: Executor, challenge: ChallengeRow): Promise<ChallengeForEdit> {
  const flags = await listFlags(db, challenge.id);
  const firstIds = [challenge, ...flags].map(({ attachmentId }) => attachmentId);
  const { id: challengeId, gameId } = challenge;
  const supplies = challenge.type === 'DynamicAttachment' ? await readSupplies(db, { gameId, challengeId }) : undefined;
  return {
    challenge,
    flags,
    supply: supplies?.get(challengeId) ?? null,
    attachments: await listAttachments(db, firstIds),
    acceptedCount: await countSolves(db, challenge.id),
    testContainer: await findTestContainer(db, challenge.id),
    lastFailure: hasContainer(challenge.type) ? await findLastFailure(db, challenge) : undefined,
  };
}

export async function readChallenge(deps: Deps, id: ChallengeId): Promise<ChallengeForEdit> {
  await getGame(deps.db, id.gameId);
  return loadChallengeForEdit(deps.db, await getChallenge(deps.db, id));
}

export function createChallenge(
  deps: Deps,
  by: Author,
  gameId: number,
  body: z.output<typeof ChallengeCreateBody>,
): Promise<ChallengeForEdit> {
  return inTransaction(deps, async ({ tx }) => {
    const game = await lockGame(tx, gameId, body.customCategory ? 'no key update' : undefined);
    const customCategory = findNamedCategory(game, body.customCategory);
    const category = customCategory?.category ?? body.category;
    return loadChallengeForEdit(tx, await createChallengeIn(tx, by, { ...body, category, customCategory, gameId }));
  });
}

export async function createChallengeIn(
  tx: Tx,
  by: Author,
  values: Parameters<typeof insertChallenge>[1],
): Promise<ChallengeRow> {
  const after = await insertChallenge(tx, values);
  await audit(tx, { by, gameId: values.gameId, action: 'challenge.create', target: targetOf(after.id), after });
  return after;
}

/** `hints` repeats a part of the list. */
const audited = ({ hints, ...challenge }: ChallengeRow) => ({
  ...challenge,
  hintList: readHints({ ...challenge, hints }),
});

/** The lock serialises organisers: each sets only the sent members, and enabling twice creates one notice. */
export async function updateChallenge(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  change: ChallengeUpdate,
  at: Date,
): Promise<ChallengeForEdit> {
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async (work) => {
    // The list of categories stays as it is until the challenge has its one.
    const game = await lockGame(work.tx, id.gameId, change.customCategory ? 'no key update' : 'key share');
    if (change.requires || change.next) await lockRequirements(work.tx, game.id);
    const before = await lockChallenge(work.tx, id);
    requireVersion(before, change.version);
    const after = await changeChallengeIn(deps, work, { by, game, challenge: before, change, ceilings, at });
    return loadChallengeForEdit(work.tx, after);
  });
}

interface ChangeOrder {
  by: Author;
  game: GameRow;
  /** Locked. */
  challenge: ChallengeRow;
  change: ChallengeUpdate;
  ceilings: ContainerCeilings;
  at: Date;
}

export async function changeChallengeIn(
  deps: Deps,
  work: Work,
  { by, game, challenge: before, change, ceilings, at }: ChangeOrder,
): Promise<ChallengeRow> {
  await checkChange(deps, work.tx, before, { change, at });
  const after = await updateChallengeRow(work.tx, before.id, readChange(deps, { game, challenge: before, change, at }));
  checkCeilings(before, after, ceilings);
  const target = targetOf(after.id);
  const values = { before: audited(before), after: audited(after) };
  await audit(work.tx, { by, gameId: game.id, action: 'challenge.update', target, ...values });
  await applyChangeEffects(deps, work, { game, before, after, at });
  return after;
}

export async function disableWithoutFlags(
  deps: Deps,
  work: Work,
  { by, game, challenge: before, at }: { by: Author; game: GameRow; challenge: ChallengeRow; at: Date },
): Promise<boolean> {
  if (!before.isEnabled || before.type === 'DynamicContainer' || (await hasFlags(work.tx, before.id))) return false;
  const after = await updateChallengeRow(work.tx, before.id, { isEnabled: false, releaseAt: null });
  await audit(work.tx, { by, gameId: game.id, action: 'challenge.update', target: targetOf(after.id), before, after });
  await applyChangeEffects(deps, work, { game, before, after, at });
  return true;
}

/** The reconciler stops containers whose rows are gone. */
export function deleteChallenge(deps: Deps, by: Author, id: ChallengeId, at: Date): Promise<void> {
  return inTransaction(deps, async (work) =>
    deleteChallengeIn(work, by, { game: await lockGame(work.tx, id.gameId), challengeId: id.challengeId, at }),
  );
}

export async function deleteChallengeIn(
  work: Work,
  by: Author,
  { game, challengeId, at }: { game: GameRow; challengeId: number; at: Date },
): Promise<void> {
  await lockRequirements(work.tx, game.id);
  const before = await lockChallenge(work.tx, { gameId: game.id, challengeId }, 'update');
  const flags = await listFlags(work.tx, before.id);
  await withdrawNotices(work, { gameId: game.id, challengeId: before.id });
  await deleteChallengeRow(work.tx, before.id);
  await unlinkChallenge(work.tx, { by, game, challengeId });
  const attachmentIds = [before, ...flags].flatMap(({ attachmentId }) => attachmentId ?? []);
  await deleteAttachments(work.tx, attachmentIds);
  const target = targetOf(before.id);
  await audit(work.tx, { by, gameId: game.id, action: 'challenge.delete', target, before });
  if (hasContainer(before.type)) work.job(containerJobs.reconcile, {});
  await publishChallengesChanged(work, { game, at }, before.isEnabled ? [before] : []);
}

/** No challenge requires or suggests one that is gone. */
async function unlinkChallenge(
  tx: Tx,
  { by, game, challengeId }: { by: Author; game: GameRow; challengeId: number },
): Promise<void> {
  for (const { id, ...before } of await listRequirements(tx, game.id)) {
    const requires = before.requires && withoutRequired(before.requires, challengeId);
    const after = { requires, nextId: before.nextId === challengeId ? null : before.nextId };
    if (isDeepStrictEqual(before, after)) continue;
    await updateChallengeRow(tx, id, after);
    await audit(tx, { by, gameId: game.id, action: 'challenge.update', target: targetOf(id), before, after });
  }
}

interface AttachmentOrder {
  by: Author;
  game: GameRow;
  /** Locked. */
  challenge: ChallengeRow;
  requests: readonly AttachmentRequest[];
  at: Date;
}

export interface AttachmentsOf {
  attachments: AttachmentFile[];
  version: number;
}

async function listAttachmentsOf(db: Executor, { attachmentId, version }: ChallengeRow): Promise<AttachmentsOf> {
  return { attachments: (await listAttachments(db, [attachmentId])).get(attachmentId ?? 0) ?? [], version };
}

export async function readAttachments(deps: Deps, id: ChallengeId): Promise<AttachmentsOf> {
  await getGame(deps.db, id.gameId);
  return listAttachmentsOf(deps.db, await getChallenge(deps.db, id));
}

/** Replaces all of them. */
export async function setAttachmentsIn(
  work: Work,
  { by, game, challenge, requests, at }: AttachmentOrder,
): Promise<AttachmentsOf> {
  if (challenge.type === 'DynamicAttachment') throw new DomainError('challenge.attachmentPerFlag');
  const before = await listAttachmentsOf(work.tx, challenge);
  const [attachmentId = null] = await createAttachments(work.tx, [requests]);
  const after = await listAttachmentsOf(work.tx, await updateChallengeRow(work.tx, challenge.id, { attachmentId }));
  if (challenge.attachmentId !== null) await deleteAttachments(work.tx, [challenge.attachmentId]);
  const named = ({ attachments }: AttachmentsOf) => ({
    attachments: attachments.map(({ remoteUrl, fileName, fileHash }) => remoteUrl ?? `${fileName} ${fileHash}`),
  });
  const target = targetOf(challenge.id);
  await audit(work.tx, {
    by,
    gameId: game.id,
    action: 'challenge.setAttachment',
    target,
    before: named(before),
    after: named(after),
  });
  await publishChallengesChanged(work, { game, at }, challenge.isEnabled ? [challenge] : []);
  return after;
}

export function setAttachments(
  deps: Deps,
  by: Author,
  id: ChallengeId,
  { requests, version, at }: Pick<AttachmentOrder, 'requests' | 'at'> & { version?: number | null | undefined },
): Promise<AttachmentsOf> {
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, id.gameId);
    const challenge = await lockChallenge(work.tx, id);
    requireVersion(challenge, version);
    return setAttachmentsIn(work, { by, game, challenge, requests, at });
  });
}
