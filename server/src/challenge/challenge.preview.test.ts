import { challengeRoutes } from '@vexil/contract/challenge';
import { gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { gameStaff } from '@vexil/db/schema/game';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

let test: TestApp;
let gameId: number;
let observer: AccountRow;
let organiser: AccountRow;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  observer = await staffOf(gameId, 'observer');
  organiser = await staffOf(gameId, 'organiser');
});

async function staffOf(id: number, role: 'observer' | 'organiser') {
  const account = await buildAccount(test.db);
  await test.db.insert(gameStaff).values({ gameId: id, accountId: account.id, role });
  return account;
}
const preview = (as: AccountRow = observer, query: { division?: number } = {}, id = gameId) =>
  test.call(challengeRoutes.preview, { as, params: { id }, query });

async function buildDivision(masks: Record<number, number>) {
  const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
  const divisionId = division?.id ?? 0;
  for (const [challengeId, permissions] of Object.entries(masks)) {
    await test.db
      .insert(divisionChallenges)
      .values({ divisionId, challengeId: Number(challengeId), gameId, permissions });
  }
  return divisionId;
}

async function attach(fileHash: string) {
  await test.db.insert(files).values({ hash: fileHash, name: 'door.zip', sizeBytes: 9 }).onConflictDoNothing();
  const [attachment] = await test.db
    .insert(attachments)
    .values({ type: 'Local', fileHash, fileName: 'door.zip' })
    .returning();
  return attachment?.id ?? null;
}

describe('GET /api/game/{id}/challenges', () => {
  it('shows what a new team reads', async () => {
    const attachmentId = await attach('b'.repeat(64));
    const texts = { content: 'Open the door.', hints: ['Knock.'], submissionLimit: 5, attachmentId };
    const { challenge } = await buildChallenge(test.db, { gameId, title: 'Door', category: 'Web', ...texts });
    await buildChallenge(test.db, { gameId, isEnabled: false });
    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(body.challengeCount).toBe(1);
    expect(body.challenges.Web?.map(({ title }) => title)).toEqual(['Door']);
    expect(body.statements).toEqual([
      {
        author: '',
        next: null,
        tags: [],
        customCategory: null,
        id: challenge.id,
        title: 'Door',
        content: 'Open the door.',
        category: 'Web',
        hints: ['Knock.'],
        hintList: [{ id: 1, title: '', content: 'Knock.', cost: 0, releaseUtc: null }],
        hintBudget: null,
        score: challenge.originalScore,
        type: 'StaticAttachment',
        context: {
          closeTime: null,
          instanceEntry: null,
          url: `/assets/${'b'.repeat(64)}/door.zip`,
          fileSize: 9,
          files: [{ name: 'door.zip', url: `/assets/${'b'.repeat(64)}/door.zip`, size: 9 }],
          connection: null,
        },
        limit: 5,
        attempts: 0,
        deadline: null,
        check: null,
        isShared: false,
        lastEnd: null,
      },
    ]);
  });

  it('has no flag, no template and no file of a single team', async () => {
    const own = await buildChallenge(test.db, { gameId, type: 'DynamicAttachment', flags: ['flag{of_one_team}'] });
    const attachmentId = await attach('c'.repeat(64));
    await test.db.update(flags).set({ attachmentId }).where(eq(flags.challengeId, own.challenge.id));
    await buildChallenge(test.db, { gameId, flags: ['flag{of_all_teams}'] });
    const flagTemplateSealed = testSealing.seal('flag{template_[GUID]}');
    await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      containerImage: 'registry/door',
      flagTemplateSealed,
    });
    const text = JSON.stringify((await preview(organiser)).body);
    for (const secret of ['flag{', 'template', 'registry/door', 'c'.repeat(64)]) expect(text).not.toContain(secret);
    expect(await test.db.$count(challenges, eq(challenges.gameId, gameId))).toBe(3);
  });

  it('keeps to what a division may view', async () => {
    const { challenge: shown } = await buildChallenge(test.db, { gameId, category: 'Web', title: 'Door' });
    const { challenge: unseen } = await buildChallenge(test.db, { gameId, category: 'Pwn', title: 'Vault' });
    const division = await buildDivision({ [unseen.id]: gamePermissions.SubmitFlags });
    const { body } = await preview(observer, { division });
    expect(Object.keys(body.challenges)).toEqual(['Web']);
    expect(body.challengeCount).toBe(1);
    expect(body.statements.map(({ id }) => id)).toEqual([shown.id]);
    expect((await preview()).body.challengeCount).toBe(2);
  });

  it('stands at the values of the public board while that is frozen', async () => {
    gameId = (await buildGame(test.db, { freezeAt: ago(0.5) })).id;
    const { challenge } = await buildChallenge(test.db, { gameId, category: 'Web' });
    const late = await buildParticipation(test.db, { gameId });
    const answer = await buildSubmission(test.db, late, challenge, { status: 'Accepted' });
    await test.db.insert(solves).values({
      gameId,
      challengeId: challenge.id,
      participationId: late.participation.id,
      submissionId: answer.id,
      solvedAt: ago(0.1),
    });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    expect((await preview(admin)).body.challenges.Web).toMatchObject([{ solved: 0, bloods: [] }]);
  });

  it('is for staff of this game alone', async () => {
    const { captain } = await buildParticipation(test.db, { gameId });
    const other = await staffOf((await buildGame(test.db)).id, 'organiser');
    for (const one of [captain, other]) expectError(await preview(one), 'account.forbidden');
    for (const role of ['Monitor', 'Admin'] as const) {
      expect((await preview(await buildAccount(test.db, { role }))).status).toBe(200);
    }
  });

  it('shows a hidden game to its staff', async () => {
    gameId = (await buildGame(test.db, { hidden: true })).id;
    expect((await preview(await staffOf(gameId, 'observer'))).status).toBe(200);
  });

  it('shows a game that has not started to those who can read it in the editor', async () => {
    gameId = (await buildGame(test.db, { startAt: new Date(Date.now() + hour) })).id;
    await buildChallenge(test.db, { gameId, category: 'Web' });
    expectError(await preview(await staffOf(gameId, 'observer')), 'game.notStarted');
    expectError(await preview(await buildAccount(test.db, { role: 'Monitor' })), 'game.notStarted');
    expect((await preview(await staffOf(gameId, 'organiser'))).body.challengeCount).toBe(1);
  });

  it('refuses a division of another game, and a game that does not exist', async () => {
    const division = await buildDivision({});
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const { id } = await buildGame(test.db);
    expectError(await preview(admin, { division }, id), 'division.notFound');
    expectError(await preview(admin, {}, 2_000_000_000), 'game.notFound');
  });
});
