import { DomainError } from '@vexil/contract/errors';
import { questionRoutes, type TeamQuestion } from '@vexil/contract/evidence';
import type { Actor } from '@vexil/http/call/actor';
import { readUploads, uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { releaseFile } from '../asset/asset.service';
import { getGame } from '../game/game.service';
import { requireVisible } from '../play/sight.policy';
import { fileTime } from '../sheet/file-time';
import { storePdf } from '../writeup/store-pdf';
import {
  getOwnQuestion,
  type ListedQuestion,
  listOwnQuestions,
  lockCase,
  type QuestionKey,
  setAnswer,
  updateCase,
} from './case.queries';
import { viewTeamQuestion } from './evidence.view';

/** Also of a suspended team, and after the end. Throws `game.notFound`. */
export async function readQuestions(deps: Deps, actor: Actor, gameId: number, now: Date): Promise<TeamQuestion[]> {
  await requireVisible(deps, actor, await getGame(deps.db, gameId));
  return (await listOwnQuestions(deps.db, gameId, actor.id)).map((row) => viewTeamQuestion(row, now));
}

function requireOpen({ state, question }: ListedQuestion, receivedAt: Date): void {
  if (state !== 'Open') throw new DomainError('case.decided');
  if (receivedAt > question.dueAt) throw new DomainError('case.answerLate');
}

/** With the case locked, so that no decision comes between. */
async function store(
  work: Work,
  key: QuestionKey,
  answer: { answer: string } | { answerHash: string },
  receivedAt: Date,
): Promise<ListedQuestion> {
  const { question, participationId } = await getOwnQuestion(work.tx, key);
  await lockCase(work.tx, key.gameId, question.caseId);
  const found = await getOwnQuestion(work.tx, key);
  requireOpen(found, receivedAt);
  await setAnswer(work.tx, key.questionId, { ...answer, answeredById: key.accountId, answeredAt: receivedAt });
  await updateCase(work.tx, question.caseId, {}, receivedAt);
  const { gameId, questionId } = key;
  work.event(`participation:${participationId}`, 'QuestionChanged', { gameId, questionId, isNew: false });
  return found;
}

/** Throws `game.notFound`, `case.questionNotFound`, `case.decided` or `case.answerLate`. */
export async function answerQuestion(
  deps: Deps,
  actor: Actor,
  { gameId, questionId }: Omit<QuestionKey, 'accountId'>,
  { text, receivedAt }: { text: string; receivedAt: Date },
): Promise<void> {
  await requireVisible(deps, actor, await getGame(deps.db, gameId));
  const key = { gameId, questionId, accountId: actor.id };
  await inTransaction(deps, (work) => store(work, key, { answer: text }, receivedAt));
}

/** The question is checked before the upload is read, and again when it is stored. */
export async function uploadAnswer(
  deps: Deps,
  actor: Actor,
  { gameId, questionId }: Omit<QuestionKey, 'accountId'>,
  { request, receivedAt }: { request: FastifyRequest; receivedAt: Date },
): Promise<void> {
  await requireVisible(deps, actor, await getGame(deps.db, gameId));
  const key = { gameId, questionId, accountId: actor.id };
  requireOpen(await getOwnQuestion(deps.db, key), receivedAt);
  const upload = uploadOf(deps.config, questionRoutes.upload.upload);
  for await (const part of readUploads(request, upload)) {
    const name = `Answer-${gameId}-${questionId}-${fileTime(receivedAt)}Z.pdf`;
    await storePdf(deps, { part, upload, name }, async (work, answerHash) => {
      const { question } = await store(work, key, { answerHash }, receivedAt);
      if (question.answerHash !== answerHash) work.after(() => releaseFile(deps, question.answerHash));
    });
    return;
  }
  throw new DomainError('asset.fileMissing', { field: upload.field });
}
