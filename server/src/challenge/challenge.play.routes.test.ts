import { challengeRoutes } from '@vexil/contract/challenge';
import { gamePermissions } from '@vexil/db/enums/division';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);
const hash = (letter: string) => letter.repeat(64);

let test: TestApp;
let gameId: number;
let played: BuiltParticipation;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  played = await buildParticipation(test.db, { gameId });
});

const details = (as = played.captain, id = gameId, headers: Record<string, string> = {}) =>
  test.call(challengeRoutes.details, { as, params: { id }, headers });
const open = (challengeId: number, as = played.captain, id = gameId) =>
  test.call(challengeRoutes.get, { as, params: { id, challengeId } });

async function joinDivision(masks: Record<number, number>) {
  const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
  const divisionId = division?.id ?? 0;
  await test.db.update(participations).set({ divisionId }).where(eq(participations.id, played.participation.id));
  for (const [challengeId, permissions] of Object.entries(masks)) {
    await test.db
      .insert(divisionChallenges)
      .values({ divisionId, challengeId: Number(challengeId), gameId, permissions });
  }
}

/** A DynamicAttachment challenge with this many flags, each with its own file. */
async function buildDynamicAttachment(flagCount: number, fileName = 'puzzle.zip') {
  const texts = Array.from({ length: flagCount }, (_, index) => `flag{copy_${index}}`);
  const { challenge } = await buildChallenge(test.db, {
    gameId,
    type: 'DynamicAttachment',
    fileName,
    flags: texts,
  });
  const rows = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
  for (const [index, row] of rows.entries()) {
    const fileHash = `${index}`.padStart(64, 'a');
    await test.db
      .insert(files)
      .values({ hash: fileHash, name: 'x', sizeBytes: 100 + index })
      .onConflictDoNothing();
    const [attachment] = await test.db
      .insert(attachments)
      .values({ type: 'Local', fileHash, fileName: `secret-${index}.zip` })
      .returning();
    await test.db.update(flags).set({ attachmentId: attachment?.id }).where(eq(flags.id, row.id));
  }
  return challenge;
}

const teamChallengeOf = async (challengeId: number, participationId = played.participation.id) => {
  const rows = await test.db.select().from(teamChallenges).where(eq(teamChallenges.participationId, participationId));
  return rows.find((row) => row.challengeId === challengeId);
};

describe('GET /api/game/{id}/details', () => {
  it('shows and counts the challenges that the team may see', async () => {
    const web = await buildChallenge(test.db, { gameId, category: 'Web', title: 'door' });
    const crypto = await buildChallenge(test.db, { gameId, category: 'Crypto', title: 'lock' });
    const secret = await buildChallenge(test.db, { gameId, category: 'Pwn', title: 'hidden room' });
    await buildChallenge(test.db, { gameId, title: 'not enabled', isEnabled: false });
    await joinDivision({ [secret.challenge.id]: gamePermissions.SubmitFlags });
    const reply = await details();
    expect(reply.status).toBe(200);
    expect(reply.body.challengeCount).toBe(2);
    expect(Object.keys(reply.body.challenges)).toEqual(['Crypto', 'Web']);
    expect(reply.body.challenges.Web?.[0]).toMatchObject({
      id: web.challenge.id,
      title: 'door',
      score: 1000,
      solved: 0,
    });
    expect(reply.body.challenges.Crypto?.[0]?.id).toBe(crypto.challenge.id);
    expect(reply.body.rank).toMatchObject({ id: played.team.id, rank: 1, score: 0, solvedCount: 0 });
    expect(reply.body.teamToken).toBe(played.participation.token);
    expect(JSON.stringify(reply.body)).not.toMatch(/hidden room|not enabled/);
  });

  it('answers 304 for a matching ETag, and is private', async () => {
    const first = await details();
    const caching = { 'cache-control': 'private, no-cache, must-revalidate', 'last-modified': expect.any(String) };
    expect(first.headers).toMatchObject(caching);
    const again = await details(played.captain, gameId, { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ status: 304, headers: caching });
    const other = await buildParticipation(test.db, { gameId });
    const others = await details(other.captain, gameId, { 'if-none-match': String(first.headers.etag) });
    expect(others.status).toBe(200);
  });

  it('checks access in the documented order', async () => {
    expectError(await details(played.captain, 2147483647), 'game.notFound');
    expectError(await details(await buildAccount(test.db)), 'participation.missing');
    expectError(await test.call(challengeRoutes.details, { params: { id: gameId } }), 'account.unauthenticated');
    const upcoming = await buildGame(test.db, { startAt: ago(-1), endAt: ago(-2) });
    const early = await buildParticipation(test.db, { gameId: upcoming.id });
    expectError(await details(early.captain, upcoming.id), 'game.notStarted');
    await test.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, early.participation.id));
    expectError(await details(early.captain, upcoming.id), 'participation.notAccepted');
    const ended = await buildGame(test.db, { startAt: ago(3), endAt: ago(1), practiceMode: false });
    const late = await buildParticipation(test.db, { gameId: ended.id });
    for (const as of [late.captain, await buildAccount(test.db)]) {
      const reply = await details(as, ended.id);
      expectError(reply, 'game.ended');
      expect(reply.body).toMatchObject({ status: 10002 });
    }
    expectError(await open(1, await buildAccount(test.db), ended.id), 'participation.missing');
  });
});

describe('GET /api/game/{id}/challenges/{challengeId}', () => {
  it('shows the texts, the limit and the attachment', async () => {
    await test.db.insert(files).values({ hash: hash('b'), name: 'stored', sizeBytes: 4096 });
    const [attachment] = await test.db
      .insert(attachments)
      .values({ type: 'Local', fileHash: hash('b'), fileName: 'café map.png' })
      .returning();
    const { challenge, flags: texts } = await buildChallenge(test.db, {
      gameId,
      content: '# Find it',
      hints: ['look twice'],
      submissionLimit: 5,
      attachmentId: attachment?.id,
      connection: 'nc {host} {port}',
    });
    const { body } = await open(challenge.id);
    expect(body).toEqual({
      id: challenge.id,
      title: challenge.title,
      author: '',
      next: null,
      tags: [],
      customCategory: null,
      content: '# Find it',
      category: 'Misc',
      hints: ['look twice'],
      hintList: [{ id: 1, title: '', content: 'look twice', cost: 0, releaseUtc: null }],
      hintBudget: null,
      score: 1000,
      type: 'StaticAttachment',
      context: {
        closeTime: null,
        instanceEntry: null,
        url: `/assets/${hash('b')}/café map.png`,
        fileSize: 4096,
        files: [{ name: 'café map.png', url: `/assets/${hash('b')}/café map.png`, size: 4096 }],
        connection: 'nc {host} {port}',
      },
      limit: 5,
      attempts: 0,
      deadline: null,
      check: null,
      isShared: false,
      lastEnd: null,
    });
    expect(JSON.stringify(body)).not.toContain(texts[0]);
  });

  it('lists all attachments in their order, with names that differ', async () => {
    const stored = ['b', 'c'].map((digit, index) => ({ hash: hash(digit), name: 'x', sizeBytes: index * 9 }));
    await test.db.insert(files).values(stored).onConflictDoNothing();
    const attach = async (values: typeof attachments.$inferInsert) => {
      const [row] = await test.db.insert(attachments).values(values).returning();
      return row?.id ?? 0;
    };
    const firstId = await attach({ type: 'Local', fileHash: hash('c'), fileName: 'a.txt' });
    await attach({ type: 'Remote', remoteUrl: 'https://files.example.test/big%20one.iso', firstId });
    await attach({ type: 'Local', fileHash: hash('b'), fileName: 'A.txt', firstId });
    await attach({ type: 'Local', fileHash: hash('b'), firstId });
    await attach({ type: 'Local', fileHash: hash('b'), fileName: 'of no challenge' });
    const { challenge } = await buildChallenge(test.db, { gameId, attachmentId: firstId, fileName: 'chosen.bin' });
    const { context } = (await open(challenge.id)).body;
    expect(context).toMatchObject({ url: `/assets/${hash('c')}/a.txt`, fileSize: 9 });
    const sizeOfB = context.files[2]?.size;
    expect(context.files).toEqual([
      { name: 'a.txt', url: `/assets/${hash('c')}/a.txt`, size: 9 },
      { name: 'big one.iso', url: 'https://files.example.test/big%20one.iso', size: null },
      { name: 'A (2).txt', url: `/assets/${hash('b')}/A (2).txt`, size: sizeOfB },
      { name: 'chosen.bin', url: `/assets/${hash('b')}/chosen.bin`, size: sizeOfB },
    ]);
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id));
    const refused = await open(challenge.id);
    expectError(refused, 'challenge.notFound');
    expect(JSON.stringify(refused.body)).not.toContain(hash('b'));
  });

  it('shows a remote attachment', async () => {
    const [attachment] = await test.db
      .insert(attachments)
      .values({ type: 'Remote', remoteUrl: 'https://files.example.test/a.zip' })
      .returning();
    const { challenge } = await buildChallenge(test.db, { gameId, attachmentId: attachment?.id });
    expect((await open(challenge.id)).body.context).toMatchObject({
      url: 'https://files.example.test/a.zip',
      fileSize: null,
    });
  });

  it('refuses a challenge that is disabled, hidden from the division, or of another game', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId });
    const other = await buildChallenge(test.db);
    expectError(await open(other.challenge.id), 'challenge.notFound');
    expectError(await open(-5), 'challenge.notFound');
    await joinDivision({ [challenge.id]: gamePermissions.SubmitFlags });
    expectError(await open(challenge.id), 'challenge.notFound');
    await test.db.update(divisionChallenges).set({ permissions: gamePermissions.ViewChallenge });
    expect((await open(challenge.id)).status).toBe(200);
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id));
    expectError(await open(challenge.id), 'challenge.notFound');
  });

  it("generates a team's flag at the first request, once under concurrency", async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      flagTemplateSealed: test.deps.sealing.seal('flag{[TEAM_HASH]_[GUID]}'),
    });
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(challenge.id)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    const teamChallenge = await teamChallengeOf(challenge.id);
    const flag = test.deps.sealing.unseal(teamChallenge?.flagSealed ?? '');
    expect(flag).toMatch(/^flag\{[0-9a-f]{12}_[0-9a-f-]{36}\}$/);
    expect(teamChallenge?.flagHash).toBe(test.deps.sealing.hashFlag(challenge.id, flag));
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain(flag);
    await open(challenge.id);
    expect((await teamChallengeOf(challenge.id))?.flagHash).toBe(teamChallenge?.flagHash);
  });

  it('draws distinct flags under concurrency, and refuses when none is left', async () => {
    const challenge = await buildDynamicAttachment(10);
    const teams = [played];
    while (teams.length < 11) teams.push(await buildParticipation(test.db, { gameId }));
    const replies = await Promise.all(teams.map(({ captain }) => open(challenge.id, captain)));
    const served = replies.filter(({ status }) => status === 200);
    expect(served).toHaveLength(10);
    expect(new Set(served.map(({ body }) => body.context.url)).size).toBe(10);
    expect(served[0]?.body.context.url).toMatch(/^\/assets\/[0-9a]{64}\/puzzle\.zip$/);
    expect(served[0]?.body.context.fileSize).toBeGreaterThanOrEqual(100);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'challenge.noFlagLeft');
  });

  it('gives each its own name where the organisers chose none, and no flag away', async () => {
    const challenge = await buildDynamicAttachment(1, 'attachment');
    const team = await buildParticipation(test.db, { gameId });
    expect((await open(challenge.id, team.captain)).body.context.url).toMatch(/\/secret-0\.zip$/);
    const [flag] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    await test.db
      .update(attachments)
      .set({ fileName: 'flag{copy_0}.tar' })
      .where(eq(attachments.id, flag?.attachmentId ?? 0));
    expect((await open(challenge.id, team.captain)).body.context.url).toMatch(/\/attachment\.tar$/);
  });

  it('gives all files of the flag, under their own names but for the first', async () => {
    const challenge = await buildDynamicAttachment(1);
    const [flag] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    const fileHash = '0'.padStart(64, 'a');
    for (const fileName of ['puzzle.zip', 'copy_0.txt', 'flag{copy_0}']) {
      await test.db.insert(attachments).values({ type: 'Local', fileHash, fileName, firstId: flag?.attachmentId });
    }
    const { files: shown } = (await open(challenge.id)).body.context;
    expect(shown.map(({ name }) => name)).toEqual(['puzzle.zip', 'puzzle (2).zip', 'attachment.txt', 'attachment']);
  });

  it('draws again for a team whose flag was deleted', async () => {
    const challenge = await buildDynamicAttachment(2);
    const first = await open(challenge.id);
    const before = await teamChallengeOf(challenge.id);
    await test.db.delete(flags).where(eq(flags.id, before?.flagId ?? 0));
    const second = await open(challenge.id);
    const after = await teamChallengeOf(challenge.id);
    expect(second.body.context.url).not.toBe(first.body.context.url);
    expect(after?.flagHash).not.toBe(before?.flagHash);
  });

  it("shows only the own team's running container", async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
    const other = await buildParticipation(test.db, { gameId });
    const expiresAt = new Date(Date.now() + hour);
    const row = { kind: 'Team' as const, gameId, challengeId: challenge.id, image: 'x', expiresAt };
    await test.db.insert(containers).values([
      { ...row, participationId: other.participation.id, state: 'running', publicHost: '192.0.2.9', publicPort: 9 },
      { ...row, participationId: played.participation.id, state: 'starting' },
    ]);
    expect((await open(challenge.id)).body.context).toMatchObject({ closeTime: null, instanceEntry: null });
    await test.db
      .update(containers)
      .set({ state: 'running', publicHost: '192.0.2.1', publicPort: 30001 })
      .where(eq(containers.participationId, played.participation.id));
    expect((await open(challenge.id)).body.context).toMatchObject({
      closeTime: expiresAt.getTime(),
      instanceEntry: '192.0.2.1:30001',
    });
  });

  it('says how the last instance of the team ended, unless the team stopped it', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
    const other = await buildParticipation(test.db, { gameId });
    const lastEnd = async () => (await open(challenge.id)).body.lastEnd;
    const end = async (
      minute: number,
      given: Pick<typeof containers.$inferInsert, 'state' | 'endReason'>,
      participationId = played.participation.id,
    ) =>
      test.db.insert(containers).values({
        ...given,
        ...{ kind: 'Team' as const, gameId, challengeId: challenge.id, participationId, image: 'x' },
        ...{ requestedAt: new Date(Date.now() + minute * 60_000), expiresAt: new Date() },
      });
    await end(9, { state: 'destroyed', endReason: 'staff' }, other.participation.id);
    expect(await lastEnd()).toBeNull();
    await end(2, { state: 'destroyed', endReason: 'outOfMemory' });
    await end(1, { state: 'destroyed', endReason: 'expired' });
    expect(await lastEnd()).toEqual({ state: 'destroyed', endReason: 'outOfMemory' });
    await end(3, { state: 'failed', endReason: 'imageMissing' });
    expect(await lastEnd()).toEqual({ state: 'failed', endReason: null });
    await end(4, { state: 'destroyed', endReason: 'player' });
    expect(await lastEnd()).toBeNull();
  });

  it('checks access as well', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId });
    const outsider = await buildAccount(test.db);
    expectError(await open(challenge.id, outsider), 'participation.missing');
    for (const id of [0, -1]) expectError(await open(id, outsider), 'challenge.notFound');
    expectError(await open(challenge.id, played.captain, 2147483647), 'game.notFound');
  });
});
