import { DomainError } from '@vexil/contract/errors';
import type { Case, CaseInfo, caseRoutes } from '@vexil/contract/evidence';
import { caseNotesMax, caseQuestionsMax } from '@vexil/contract/evidence.limits';
import type { BodyOf } from '@vexil/contract/route';
import type { Executor } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import { changeParticipation } from '../participation/participation.service';
import {
  ensureCase,
  getCase,
  insertNote,
  insertQuestion,
  isOfGame,
  listCases,
  listNotes,
  listQuestions,
  lockCase,
  updateCase,
} from './case.queries';
import { findEvidenceTeam } from './evidence.queries';
import { viewCase, viewCaseInfo } from './evidence.view';

interface CaseKey {
  gameId: number;
  caseId: number;
}

export async function readCases(deps: Pick<Deps, 'db'>, gameId: number, page: { count: number; skip: number }) {
  await getGame(deps.db, gameId);
  const { rows, total } = await listCases(deps.db, gameId, page);
  return { data: rows.map(viewCaseInfo), length: rows.length, total };
}

/** Throws `game.notFound` or `case.notFound`. */
export async function readCase({ db }: { db: Deps['db'] }, { gameId, caseId }: CaseKey): Promise<Case> {
  await getGame(db, gameId);
  return showCase(db, { gameId, caseId });
}

async function showCase(db: Executor, { gameId, caseId }: CaseKey): Promise<Case> {
  const found = await getCase(db, gameId, caseId);
  return viewCase(found, await listNotes(db, caseId), await listQuestions(db, caseId));
}

/** Opening twice is opening once. Throws `game.notFound` or `participation.notFound`. */
export function openCase(
  deps: Deps,
  by: Author,
  { gameId, participationId }: { gameId: number; participationId: number },
  at: Date,
): Promise<CaseInfo> {
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, gameId);
    if (!(await findEvidenceTeam(tx, gameId, participationId))) {
      throw new DomainError('participation.notFound', { field: 'participationId' });
    }
    const values = { gameId, participationId, accountId: by.accountId, createdAt: at, updatedAt: at };
    const { id, isNew } = await ensureCase(tx, values);
    if (isNew) {
      await audit(tx, { by, gameId, action: 'case.open', target: `case:${id}`, after: { participationId } });
    }
    return viewCaseInfo(await getCase(tx, gameId, id));
  });
}

/** Throws `game.notFound`, `case.notFound` or `case.tooMany`. */
export function addNote(deps: Deps, by: Author, key: CaseKey, text: string, at: Date): Promise<Case> {
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, key.gameId);
    const { id } = await lockCase(tx, key.gameId, key.caseId);
    await insertNote(tx, { caseId: id, accountId: by.accountId, text, createdAt: at }, caseNotesMax);
    await updateCase(tx, id, {}, at);
    return showCase(tx, key);
  });
}

/** Throws `game.notFound`, and `case.*` or `challenge.notFound` with the field. */
export function askTeam(
  deps: Deps,
  by: Author,
  key: CaseKey,
  { challengeId, text, dueAt }: BodyOf<typeof caseRoutes.ask>,
  at: Date,
): Promise<Case> {
  const { gameId } = key;
  return inTransaction(deps, async (work) => {
    const { tx } = work;
    await lockGame(tx, gameId);
    const { id, state, participationId } = await lockCase(tx, gameId, key.caseId);
    if (state !== 'Open') throw new DomainError('case.decided');
    if (!(await isOfGame(tx, gameId, challengeId)))
      throw new DomainError('challenge.notFound', { field: 'challengeId' });
    if (dueAt <= at.getTime()) throw new DomainError('case.deadlinePast', { field: 'dueAt' });
    const values = { caseId: id, challengeId, accountId: by.accountId, text, dueAt: new Date(dueAt), createdAt: at };
    const { id: questionId } = await insertQuestion(tx, values, caseQuestionsMax);
    await updateCase(tx, id, {}, at);
    const after = { questionId, challengeId, text, dueAt };
    await audit(tx, { by, gameId, action: 'case.ask', target: `case:${id}`, after });
    work.event(`participation:${participationId}`, 'QuestionChanged', { gameId, questionId, isNew: true });
    return showCase(tx, key);
  });
}

/** The team and its case change together. Throws what `changeParticipation` does, and `case.*`. */
export function decideCase(
  deps: Deps,
  by: Author,
  key: CaseKey,
  { state, divisionId = null, reason }: BodyOf<typeof caseRoutes.decide>,
  at: Date,
): Promise<Case> {
  const { gameId } = key;
  return inTransaction(deps, async (work) => {
    const { tx } = work;
    const game = await lockGame(tx, gameId);
    const { team } = await getCase(tx, gameId, key.caseId);
    const found = { id: team.participationId, teamId: team.teamId };
    if (state === 'Moved') {
      if (divisionId === null) throw new DomainError('participation.divisionRequired', { field: 'divisionId' });
      await changeParticipation(deps, work, by, { game, found }, { divisionId, reason });
    }
    if (state === 'Suspended') {
      await changeParticipation(deps, work, by, { game, found }, { status: 'Suspended', reason });
    }
    // After the participation, as its deletion locks them.
    const before = await lockCase(tx, gameId, key.caseId);
    const note = { caseId: before.id, accountId: by.accountId, text: reason, state, createdAt: at };
    await insertNote(tx, note, caseNotesMax);
    await updateCase(tx, before.id, { state }, at);
    await audit(tx, {
      ...{ by, gameId, action: 'case.decide', target: `case:${before.id}` },
      ...{ before: { state: before.state }, after: { state }, reason },
    });
    for (const { question } of await listQuestions(tx, before.id)) {
      work.event(`participation:${before.participationId}`, 'QuestionChanged', {
        gameId,
        questionId: question.id,
        isNew: false,
      });
    }
    return showCase(tx, key);
  });
}
