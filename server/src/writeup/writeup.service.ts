import { DomainError, invariant } from '@vexil/contract/errors';
import { type WriteupList, type WriteupReviewBody, type WriteupState, writeupRoutes } from '@vexil/contract/writeup';
import type { Actor } from '@vexil/http/call/actor';
import { readUploads, type Upload, type UploadPart, uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { acceptsWriteups } from '@vexil/rules/phase.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { releaseFile, type UseFile } from '../asset/asset.service';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import { loadPlay, type Play } from '../play/play.service';
import { fileTime } from '../sheet/file-time';
import { readMembersOf } from '../team/team.service';
import { storePdf } from './store-pdf';
import {
  clearWriteups,
  findParticipationToWrite,
  findReview,
  findWriteup,
  listDivisionsOfGame,
  listForReview,
  listWriteups,
  type ReviewedRow,
  setReview,
  setWriteup,
} from './writeup.queries';
import { viewWriteup } from './writeup.view';

/** The team's writeup, from the start of the game, also after its end. Throws as `requirePlay` does. */
export async function readWriteup(deps: Deps, actor: Actor, gameId: number, now: Date): Promise<WriteupState> {
  const play = await loadPlay(deps, actor, gameId, { strict: false, now });
  const writeup = await findWriteup(deps.db, play.player.id);
  return {
    submitted: writeup !== undefined,
    name: writeup?.name ?? '#',
    fileSize: writeup?.sizeBytes ?? 0,
    note: play.game.writeupNote,
    uploadTimeUtc: writeup?.writeupAt?.getTime() ?? null,
  };
}

type Rules = Pick<Play['game'], 'startAt' | 'writeupRequired' | 'writeupDeadline' | 'pausedAt'>;

function checkRules({ startAt, writeupRequired, writeupDeadline, pausedAt }: Rules, receivedAt: Date): void {
  if (!writeupRequired) throw new DomainError('writeup.notRequired');
  if (!acceptsWriteups({ start: startAt, writeupDeadline, pausedAt }, receivedAt.getTime()))
    throw new DomainError('writeup.deadlinePassed');
}

/** Permission is checked before the upload is read. Throws as `requirePlay` does, then `writeup.*` and `asset.*`. */
export async function submitWriteup(
  deps: Deps,
  actor: Actor,
  gameId: number,
  request: FastifyRequest,
  receivedAt: Date,
): Promise<Play> {
  const play = await loadPlay(deps, actor, gameId, { strict: false, now: receivedAt });
  checkRules(play.game, receivedAt);
  const upload = uploadOf(deps.config, writeupRoutes.upload.upload);
  for await (const part of readUploads(request, upload)) {
    await storeWriteup(deps, play, { part, upload, receivedAt });
    return play;
  }
  throw new DomainError('asset.fileMissing', { field: upload.field });
}

async function storeWriteup(
  deps: Deps,
  play: Play,
  { part, upload, receivedAt }: { part: UploadPart; upload: Upload; receivedAt: Date },
): Promise<void> {
  const name = `Writeup-${play.game.id}-${play.player.teamId}-${fileTime(receivedAt)}Z.pdf`;
  const attach: UseFile = async (work, hash) => {
    const current = await findParticipationToWrite(work.tx, play.player.id);
    // The team may have been removed from the game during the upload.
    if (!current) throw new DomainError('participation.missing');
    if (current.status !== 'Accepted') throw new DomainError('participation.notAccepted');
    const { startAt, writeupDeadline, pausedAt } = current;
    const times = { startAt: startAt.getTime(), writeupDeadline: writeupDeadline.getTime() };
    checkRules({ ...current, ...times, pausedAt: pausedAt?.getTime() ?? null }, receivedAt);
    await setWriteup(work.tx, play.player.id, { writeupHash: hash, writeupName: name, writeupAt: receivedAt });
    if (current.writeupHash !== hash) work.after(() => releaseFile(deps, current.writeupHash));
  };
  await storePdf(deps, { part, upload, name }, attach);
}

/** Throws `game.notFound`. */
export async function readWriteups(deps: Pick<Deps, 'db'>, gameId: number): Promise<WriteupList> {
  await getGame(deps.db, gameId);
  const [divisions, writeups] = await Promise.all([
    listDivisionsOfGame(deps.db, gameId),
    listWriteups(deps.db, gameId),
  ]);
  const members = await readMembersOf(
    deps,
    writeups.map(({ team }) => team.id),
  );
  return {
    divisions: Object.fromEntries(divisions.map(({ id, name }) => [id, name])),
    writeups: writeups.map((writeup) => viewWriteup(writeup, members.get(writeup.team.id) ?? [])),
  };
}

/** Throws `game.notFound`. */
export async function readWriteupsForReview(deps: Pick<Deps, 'db'>, gameId: number): Promise<ReviewedRow[]> {
  await getGame(deps.db, gameId);
  return listForReview(deps.db, gameId);
}

/** Throws `game.notFound` and `writeup.notFound`. */
export function reviewWriteup(
  deps: Deps,
  by: Author,
  { gameId, writeupId }: { gameId: number; writeupId: number },
  body: z.output<typeof WriteupReviewBody>,
): Promise<ReviewedRow> {
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, gameId);
    const before = await findReview(tx, gameId, writeupId);
    if (!before) throw new DomainError('writeup.notFound');
    const change = { writeupComment: body.comment ?? before.comment, writeupGrade: body.grade };
    if (body.grade === undefined) change.writeupGrade = before.grade;
    const row = await setReview(tx, writeupId, change);
    invariant(row, 'A locked participation exists.');
    const after = { comment: row.comment, grade: row.grade };
    await audit(tx, { by, gameId, action: 'writeup.review', target: `participation:${writeupId}`, before, after });
    return row;
  });
}

/** Deletes also files that something else uses, unlike the reference. Throws `game.notFound`. */
export async function deleteWriteups(deps: Deps, by: Author, gameId: number): Promise<void> {
  await inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    const hashes = await clearWriteups(work.tx, gameId);
    if (hashes.length === 0) return;
    const before = { count: hashes.length };
    await audit(work.tx, { by, gameId, action: 'writeup.deleteAll', target: `game:${gameId}`, before });
    for (const hash of new Set(hashes)) work.after(() => releaseFile(deps, hash));
  });
}
