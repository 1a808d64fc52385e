import { caseRoutes, questionRoutes } from '@vexil/contract/evidence';
import { caseNotesMax } from '@vexil/contract/evidence.limits';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { divisions } from '@vexil/db/schema/division';
import { caseNotes, caseQuestions, cases } from '@vexil/db/schema/evidence';
import { files } from '@vexil/db/schema/file';
import { type GameRow, gameStaff } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildCase, buildQuestion } from '@vexil/db/testing/evidence';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { hostileTexts } from '../../testing/hostile';
import { messagesIn } from '../../testing/outbox';
import { unzip } from '../../testing/package';
import { buildToken } from '../../testing/token';
import { multipartOf } from '../../testing/upload';

const hour = 3_600_000;

let test: TestApp;
let admin: AccountRow;
let observer: AccountRow;
let game: GameRow;
let challengeId: number;
let play: BuiltParticipation;
let rival: BuiltParticipation;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin', userName: 'Judge' });
  observer = await buildAccount(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db);
  challengeId = (await buildChallenge(test.db, { gameId: game.id })).challenge.id;
  play = await buildParticipation(test.db, { gameId: game.id, built: await buildTeam(test.db, { membersCount: 2 }) });
  rival = await buildParticipation(test.db, { gameId: game.id });
  await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
});

const open = (participationId = play.participation.id, as = admin) =>
  test.call(caseRoutes.open, { as, params: { id: game.id }, body: { participationId } });
const inCase = (caseId: number, as = admin) => ({ as, params: { id: game.id, caseId } });
const get = async (caseId: number) => (await test.call(caseRoutes.get, inCase(caseId))).body;
const ask = (caseId: number, body: { challengeId?: number; text?: string; dueAt?: number } = {}, as = admin) =>
  test.call(caseRoutes.ask, {
    ...inCase(caseId, as),
    body: { challengeId, text: 'Show how you solved it.', dueAt: Date.now() + hour, ...body },
  });
const decide = (caseId: number, body: { state: 'Open' | 'Cleared' | 'Moved' | 'Suspended'; divisionId?: number }) =>
  test.call(caseRoutes.decide, { ...inCase(caseId), body: { reason: 'As the traces say.', ...body } });
const questions = async (as = play.captain) =>
  (await test.call(questionRoutes.list, { as, params: { id: game.id } })).body;
const answer = (questionId: number, text = 'With a debugger.', as = play.captain, id = game.id) =>
  test.call(questionRoutes.answer, { as, params: { id, questionId }, body: { text } });
const upload = (questionId: number, content: string, as = play.captain, type = 'application/pdf') =>
  test.send({
    method: 'POST',
    url: `/api/game/${game.id}/questions/${questionId}/file`,
    as,
    ...multipartOf([{ field: 'file', fileName: 'how.pdf', content, type }]),
  });
const auditOf = (caseId: number) =>
  test.db
    .select({ action: auditEntries.action, after: auditEntries.after })
    .from(auditEntries)
    .where(and(eq(auditEntries.gameId, game.id), eq(auditEntries.target, `case:${caseId}`)))
    .orderBy(asc(auditEntries.id));

describe('POST /api/edit/games/{id}/cases', () => {
  it('opens one case of a team, however many ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => open()));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const [first] = replies;
    expect(first?.body).toMatchObject({ state: 'Open', openedBy: 'Judge', unanswered: 0 });
    expect(first?.body.team).toMatchObject({ participationId: play.participation.id, name: play.team.name });
    expect(await test.db.$count(cases, eq(cases.gameId, game.id))).toBe(1);
    expect((await auditOf(first?.body.id ?? 0)).map(({ action }) => action)).toEqual(['case.open']);
  });

  it('refuses a team of another game', async () => {
    const elsewhere = await buildParticipation(test.db);
    expectError(await open(elsewhere.participation.id), 'participation.notFound');
    expectError(await open(999_999), 'participation.notFound');
  });

  it('is for organisers; observers read', async () => {
    expectError(await open(undefined, observer), 'account.forbidden');
    expectError(await open(undefined, play.captain), 'account.forbidden');
    const { id } = (await open()).body;
    const list = (as: AccountRow) => test.call(caseRoutes.list, { as, params: { id: game.id } });
    expect((await list(observer)).body).toMatchObject({ length: 1, total: 1, data: [{ id }] });
    expect((await test.call(caseRoutes.get, inCase(id, observer))).status).toBe(200);
    for (const as of [play.captain, rival.captain]) {
      expectError(await list(as), 'account.forbidden');
      expectError(await test.call(caseRoutes.get, inCase(id, as)), 'account.forbidden');
      expectError(await test.call(caseRoutes.export, inCase(id, as)), 'account.forbidden');
    }
    expectError(await ask(id, {}, observer), 'account.forbidden');
  });
});

describe('GET /api/edit/games/{id}/cases', () => {
  it('gives the last changed first, by pages', async () => {
    const first = (await open()).body.id;
    const second = (await open(rival.participation.id)).body.id;
    await test.call(caseRoutes.note, { ...inCase(first), body: { text: 'Look again.' } });
    const list = (query: { count?: number; skip?: number }) =>
      test.call(caseRoutes.list, { as: admin, params: { id: game.id }, query });
    expect((await list({})).body.data.map(({ id }) => id)).toEqual([first, second]);
    expect((await list({ count: 1, skip: 1 })).body).toMatchObject({ length: 1, total: 2, data: [{ id: second }] });
  });

  it('knows no case of another game', async () => {
    const other = await buildGame(test.db);
    const { id } = await buildCase(test.db, play);
    const elsewhere = { as: admin, params: { id: other.id, caseId: id } };
    expectError(await test.call(caseRoutes.get, elsewhere), 'case.notFound');
    expectError(await test.call(caseRoutes.note, { ...elsewhere, body: { text: 'x' } }), 'case.notFound');
    const body = { state: 'Suspended' as const, reason: 'x' };
    expectError(await test.call(caseRoutes.decide, { ...elsewhere, body }), 'case.notFound');
  });
});

describe('POST …/cases/{caseId}/notes', () => {
  it('keeps any text that can be stored as it is, for staff alone', async () => {
    const { id } = (await open()).body;
    const kept: string[] = [];
    for (const text of hostileTexts) {
      const { status, body } = await test.call(caseRoutes.note, { ...inCase(id), body: { text } });
      expect([200, 400], JSON.stringify(text)).toContain(status);
      if (status === 200) kept.push(body.notes.at(-1)?.text ?? '');
    }
    expect(kept).toContain('<script>alert(1)</script>');
    expect(kept).toContain("'; drop table accounts; --");
    expect((await get(id)).notes.map(({ text }) => text)).toEqual(kept);
    expect(await questions()).toEqual([]);
  });

  it('refuses blank and too long texts, and too many notes', async () => {
    const { id } = (await open()).body;
    const note = (text: string) => test.call(caseRoutes.note, { ...inCase(id), body: { text } });
    expectError(await note(' \u200b '), 'request.invalid');
    expectError(await note('x'.repeat(4001)), 'request.invalid');
    const many = Array.from({ length: caseNotesMax }, () => ({ caseId: id, text: 'One more.' }));
    await test.db.insert(caseNotes).values(many);
    expectError(await note('One too many.'), 'case.tooMany');
  });
});

describe('a question to a team', () => {
  it('is seen by its members alone, answered, and announced to them', async () => {
    const { id } = (await open()).body;
    const dueAt = Date.now() + hour;
    const asked = await ask(id, { dueAt });
    expect(asked.body.questions).toMatchObject([{ challengeId, askedBy: 'Judge', answer: null, dueAt }]);
    const [question] = await questions(play.members[1]);
    expect(question).toMatchObject({ text: 'Show how you solved it.', isOpen: true, answer: null });
    expect(Object.keys(question ?? {})).not.toContain('askedBy');
    expect(await questions(rival.captain)).toEqual([]);
    expect((await answer(question?.id ?? 0)).status).toBe(200);
    expect((await get(id)).questions).toMatchObject([
      { answer: 'With a debugger.', answeredBy: play.captain.userName },
    ]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['case.open', 'case.ask']);
  });

  it('is announced to the team with its number', async () => {
    const { id } = (await open()).body;
    await ask(id);
    const [question] = await questions();
    const messages = await messagesIn(test.deps, `participation:${play.participation.id}`);
    expect(messages).toMatchObject([
      { target: 'QuestionChanged', payload: { gameId: game.id, questionId: question?.id, isNew: true } },
    ]);
  });

  it('takes a PDF, and a later one in its place, whose file is then gone', async () => {
    const { id } = (await open()).body;
    const questionId = (await ask(id)).body.questions[0]?.id ?? 0;
    expect((await upload(questionId, '%PDF-1.7 first')).status).toBe(200);
    const before = (await test.db.select().from(caseQuestions).where(eq(caseQuestions.id, questionId)))[0];
    expect((await upload(questionId, '%PDF-1.7 second')).status).toBe(200);
    expect(await test.db.$count(files, eq(files.hash, before?.answerHash ?? ''))).toBe(0);
    const url = (await get(id)).questions[0]?.answerUrl ?? '';
    expect((await test.app.inject({ url })).body).toBe('%PDF-1.7 second');
    expectError(await upload(questionId, 'no pdf'), 'writeup.contentNotPdf');
    expectError(await upload(questionId, '%PDF-1.7', play.captain, 'text/plain'), 'writeup.notPdf');
    expectError(await upload(questionId, '%PDF-1.7', rival.captain), 'case.questionNotFound');
  });

  it.each<[string, (id: number) => Parameters<typeof ask>[1] | Promise<Parameters<typeof ask>[1]>, string]>([
    ['a deadline in the past', () => ({ dueAt: Date.now() - 1 }), 'case.deadlinePast'],
    ['a deadline of 1970', () => ({ dueAt: 0 }), 'case.deadlinePast'],
    ['no challenge of the game', () => ({ challengeId: 999_999 }), 'challenge.notFound'],
    [
      'a challenge of another game',
      async () => ({ challengeId: (await buildChallenge(test.db)).challenge.id }),
      'challenge.notFound',
    ],
    ['no text', () => ({ text: ' ' }), 'request.invalid'],
    ['a deadline beyond time', () => ({ dueAt: Number.MAX_SAFE_INTEGER }), 'request.invalid'],
  ])('is refused with %s', async (_, bodyOf, code) => {
    const { id } = (await open()).body;
    const reply = await ask(id, await bodyOf(id));
    expect(reply).toMatchObject({ body: { code } });
    expect((await get(id)).questions).toEqual([]);
  });

  it('takes no answer after its deadline, of another team, or in another game', async () => {
    const { id } = await buildCase(test.db, play);
    const late = await buildQuestion(test.db, id, { dueAt: new Date(Date.now() - 1) });
    const question = await buildQuestion(test.db, id);
    expectError(await answer(late.id), 'case.answerLate');
    expectError(await upload(late.id, '%PDF-1.7'), 'case.answerLate');
    expect((await questions()).find((one) => one.id === late.id)).toMatchObject({ isOpen: false });
    expectError(await answer(question.id, 'x', rival.captain), 'case.questionNotFound');
    expectError(await answer(question.id, 'x', admin), 'case.questionNotFound');
    const elsewhere = await buildParticipation(test.db);
    expectError(
      await answer(question.id, 'x', elsewhere.captain, elsewhere.participation.gameId),
      'case.questionNotFound',
    );
    expectError(await answer(question.id, 'x'.repeat(16_385)), 'request.invalid');
    expect((await get(id)).questions.map((one) => one.answer)).toEqual([null, null]);
  });

  it('is answered by a suspended team too, and no more once the case is decided', async () => {
    const { id } = (await open()).body;
    const questionId = (await ask(id)).body.questions[0]?.id ?? 0;
    await test.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, play.participation.id));
    expect((await answer(questionId)).status).toBe(200);
    await decide(id, { state: 'Cleared' });
    expectError(await answer(questionId), 'case.decided');
    expectError(await ask(id), 'case.decided');
    await decide(id, { state: 'Open' });
    expect((await answer(questionId, 'Again.')).status).toBe(200);
  });

  it('is closed to tokens', async () => {
    const { id } = await buildCase(test.db, play);
    const question = await buildQuestion(test.db, id);
    const { headers } = await buildToken(test, play.captain);
    const params = { id: game.id, questionId: question.id };
    expectError(await test.call(questionRoutes.list, { headers, params: { id: game.id } }), 'token.sessionOnly');
    expectError(await test.call(questionRoutes.answer, { headers, params, body: { text: 'x' } }), 'token.sessionOnly');
    expectError(await test.call(caseRoutes.get, { headers, params: { id: game.id, caseId: id } }), 'account.forbidden');
  });
});

describe('POST …/cases/{caseId}/decision', () => {
  const statusOf = async () =>
    (await test.db.select().from(participations).where(eq(participations.id, play.participation.id)))[0];

  it('suspends the team, with the reason in the case and in the audit log', async () => {
    const { id } = (await open()).body;
    const { body } = await decide(id, { state: 'Suspended' });
    expect(body).toMatchObject({ state: 'Suspended', team: { status: 'Suspended' } });
    expect(body.notes).toMatchObject([{ text: 'As the traces say.', state: 'Suspended', userName: 'Judge' }]);
    expect((await statusOf())?.status).toBe('Suspended');
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'case.decide',
      after: { state: 'Suspended', reason: 'As the traces say.' },
    });
  });

  it('moves the team to another division', async () => {
    const { id } = (await open()).body;
    const [division] = await test.db.insert(divisions).values({ gameId: game.id, name: 'Assisted' }).returning();
    const divisionId = division?.id ?? 0;
    expectError(await decide(id, { state: 'Moved' }), 'participation.divisionRequired');
    expectError(await decide(id, { state: 'Moved', divisionId: 999_999 }), 'division.notFound');
    expect((await get(id)).state).toBe('Open');
    expect((await decide(id, { state: 'Moved', divisionId })).body).toMatchObject({
      state: 'Moved',
      team: { divisionId, division: 'Assisted', status: 'Accepted' },
    });
  });

  it('leaves the team as it is where the case cannot be decided', async () => {
    const { id } = (await open()).body;
    const note = { caseId: id, text: 'Seen.' };
    await test.db.insert(caseNotes).values(Array.from({ length: caseNotesMax }, () => note));
    expectError(await decide(id, { state: 'Suspended' }), 'case.tooMany');
    expect((await statusOf())?.status).toBe('Accepted');
    expect((await get(id)).state).toBe('Open');
  });

  it('is written down each time, however many decide at once', async () => {
    const { id } = (await open()).body;
    const replies = await Promise.all(Array.from({ length: 50 }, () => decide(id, { state: 'Suspended' })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await statusOf())?.status).toBe('Suspended');
    expect((await get(id)).notes).toHaveLength(50);
  });

  it('clears the team, which changes nothing of it, and opens the case again', async () => {
    const { id } = (await open()).body;
    const before = await statusOf();
    expect((await decide(id, { state: 'Cleared' })).body.state).toBe('Cleared');
    expect(await statusOf()).toEqual(before);
    expect((await decide(id, { state: 'Open' })).body).toMatchObject({
      state: 'Open',
      notes: [{ state: 'Cleared' }, { state: 'Open' }],
    });
  });
});

describe('GET …/cases/{caseId}/export', () => {
  it('has lines, notes, questions and the files of answers', async () => {
    const { id } = (await open()).body;
    const questionId = (await ask(id)).body.questions[0]?.id ?? 0;
    await upload(questionId, '%PDF-1.7 ours');
    await test.call(caseRoutes.note, { ...inCase(id), body: { text: 'Two devices.' } });
    const reply = await test.app.inject({
      url: `/api/edit/games/${game.id}/cases/${id}/export`,
      headers: { cookie: await test.signIn(observer) },
    });
    expect(reply.headers['content-type']).toBe('application/zip');
    const archive = await unzip(reply.rawPayload);
    expect(Object.keys(archive)).toEqual(['case.json', `answers/answer-${questionId}.pdf`]);
    expect(String(archive[`answers/answer-${questionId}.pdf`])).toBe('%PDF-1.7 ours');
    expect(archive['case.json']).toMatchObject({
      game: game.title,
      case: { id, notes: [{ text: 'Two devices.' }], questions: [{ id: questionId }] },
      lines: [{ challengeId, attempts: 0 }],
      findings: [],
    });
  });
});
