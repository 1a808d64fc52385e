import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { type CaseQuestionRow, type CaseRow, caseNotes, caseQuestions, cases } from '@vexil/db/schema/evidence';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { evidenceTeam } from './evidence.queries';

const selectCases = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      case: cases,
      team: evidenceTeam,
      openedBy: accounts.userName,
      unanswered: sql<number>`(
        select count(*) from case_questions q where q.case_id = ${cases.id} and q.answered_at is null)`.mapWith(Number),
    })
    .from(cases)
    .innerJoin(participations, eq(participations.id, cases.participationId))
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .leftJoin(accounts, eq(accounts.id, cases.accountId))
    .where(filter);

export type ListedCase = Awaited<ReturnType<typeof selectCases>>[number];

/** Plan: cases_game_id_idx, backwards. */
export async function listCases(db: Executor, gameId: number, page: { count: number; skip: number }) {
  const ofGame = eq(cases.gameId, gameId);
  const [rows, [total]] = await Promise.all([
    selectCases(db, ofGame).orderBy(desc(cases.updatedAt), desc(cases.id)).limit(page.count).offset(page.skip),
    db.select({ value: count() }).from(cases).where(ofGame),
  ]);
  return { rows, total: total?.value ?? 0 };
}

const isCase = (gameId: number, caseId: number) => and(eq(cases.id, caseId), eq(cases.gameId, gameId));

/** Throws `case.notFound`. */
export async function getCase(db: Executor, gameId: number, caseId: number): Promise<ListedCase> {
  const [row] = await selectCases(db, isCase(gameId, caseId));
  if (!row) throw new DomainError('case.notFound');
  return row;
}

export async function lockCase(tx: Tx, gameId: number, caseId: number): Promise<CaseRow> {
  const [row] = await tx.select().from(cases).where(isCase(gameId, caseId)).for('no key update');
  if (!row) throw new DomainError('case.notFound');
  return row;
}

type NewCase = Pick<CaseRow, 'gameId' | 'participationId' | 'accountId' | 'createdAt' | 'updatedAt'>;

/** One for each team: the key of the participation settles it. */
export async function ensureCase(tx: Tx, values: NewCase): Promise<{ id: number; isNew: boolean }> {
  const [made] = await tx.insert(cases).values(values).onConflictDoNothing().returning({ id: cases.id });
  if (made) return { id: made.id, isNew: true };
  const [known] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(eq(cases.participationId, values.participationId));
  invariant(known, 'A case that could not be added is there.');
  return { id: known.id, isNew: false };
}

export async function updateCase(tx: Tx, id: number, values: Partial<Pick<CaseRow, 'state'>>, at: Date): Promise<void> {
  await tx
    .update(cases)
    .set({ ...values, updatedAt: at })
    .where(eq(cases.id, id));
}

export const listNotes = (db: Executor, caseId: number) =>
  db
    .select({ note: caseNotes, userName: accounts.userName })
    .from(caseNotes)
    .leftJoin(accounts, eq(accounts.id, caseNotes.accountId))
    .where(eq(caseNotes.caseId, caseId))
    .orderBy(asc(caseNotes.id));

export type ListedNote = Awaited<ReturnType<typeof listNotes>>[number];

/** Of a case that the transaction has locked. Throws `case.tooMany`. */
export async function insertNote(tx: Tx, values: typeof caseNotes.$inferInsert, limit: number): Promise<void> {
  if ((await tx.$count(caseNotes, eq(caseNotes.caseId, values.caseId))) >= limit) {
    throw new DomainError('case.tooMany', { params: { limit } });
  }
  await tx.insert(caseNotes).values(values);
}

const askers = alias(accounts, 'askers');

const selectQuestions = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      question: getTableColumns(caseQuestions),
      state: cases.state,
      gameId: cases.gameId,
      participationId: cases.participationId,
      challenge: challenges.title,
      askedBy: askers.userName,
      answeredBy: accounts.userName,
    })
    .from(caseQuestions)
    .innerJoin(cases, eq(cases.id, caseQuestions.caseId))
    .leftJoin(challenges, eq(challenges.id, caseQuestions.challengeId))
    .leftJoin(askers, eq(askers.id, caseQuestions.accountId))
    .leftJoin(accounts, eq(accounts.id, caseQuestions.answeredById))
    .where(filter);

export type ListedQuestion = Awaited<ReturnType<typeof selectQuestions>>[number];

export const listQuestions = (db: Executor, caseId: number) =>
  selectQuestions(db, eq(caseQuestions.caseId, caseId)).orderBy(asc(caseQuestions.id));

/** Of a case that the transaction has locked. Throws `case.tooMany`. */
export async function insertQuestion(
  tx: Tx,
  values: typeof caseQuestions.$inferInsert,
  limit: number,
): Promise<CaseQuestionRow> {
  if ((await tx.$count(caseQuestions, eq(caseQuestions.caseId, values.caseId))) >= limit) {
    throw new DomainError('case.tooMany', { params: { limit } });
  }
  const [row] = await tx.insert(caseQuestions).values(values).returning();
  invariant(row, 'An inserted question is returned.');
  return row;
}

export async function isOfGame(tx: Tx, gameId: number, challengeId: number): Promise<boolean> {
  return (await tx.$count(challenges, and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId)))) > 0;
}

/** The account plays in the team that was asked, whatever the team's status is. */
const isAsked = (gameId: number, accountId: string) =>
  and(
    eq(cases.gameId, gameId),
    sql`exists (select from ${participationMembers} m
      where m.participation_id = ${cases.participationId} and m.account_id = ${accountId})`,
  );

/** Newest first. */
export const listOwnQuestions = (db: Executor, gameId: number, accountId: string) =>
  selectQuestions(db, isAsked(gameId, accountId)).orderBy(desc(caseQuestions.id));

export interface QuestionKey {
  gameId: number;
  questionId: number;
  accountId: string;
}

/** Throws `case.questionNotFound`. */
export async function getOwnQuestion(db: Executor, key: QuestionKey): Promise<ListedQuestion> {
  const [row] = await selectQuestions(
    db,
    and(eq(caseQuestions.id, key.questionId), isAsked(key.gameId, key.accountId)),
  );
  if (!row) throw new DomainError('case.questionNotFound');
  return row;
}

type Answer = Partial<Pick<CaseQuestionRow, 'answer' | 'answerHash'>> &
  Pick<CaseQuestionRow, 'answeredById' | 'answeredAt'>;

export async function setAnswer(tx: Tx, questionId: number, answer: Answer): Promise<void> {
  await tx.update(caseQuestions).set(answer).where(eq(caseQuestions.id, questionId));
}
