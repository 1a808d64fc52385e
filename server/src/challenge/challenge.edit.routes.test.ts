import {
  type AttachmentCreateBody,
  type AttachmentsBody,
  type ChallengeUpdateBody,
  challengeEditRoutes as routes,
} from '@vexil/contract/challenge';
import { ContainerOptions, standardContainerOptions } from '@vexil/contract/container-options';
import { challengeTypes, hasContainer } from '@vexil/db/enums/challenge';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import type { GameRow } from '@vexil/db/schema/game';
import { gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { solves, submissions, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { defaultScoreCurve } from '@vexil/rules/score-curve.rules';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, jobsIn, messagesIn } from '../../testing/outbox';
import { changeTestBoard } from '../../testing/scoreboard';
import { buildToken } from '../../testing/token';

const hour = 3_600_000;

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db);
});

const noticesOf = (gameId: number) => test.db.select().from(notices).where(eq(notices.gameId, gameId));
const update = (challengeId: number, body: z.input<typeof ChallengeUpdateBody>) =>
  test.call(routes.update, { as: admin, params: { id: game.id, challengeId }, body });

async function solveBy(challengeId: number) {
  const { participation, captain } = await buildParticipation(test.db, { gameId: game.id });
  const by = { gameId: game.id, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...by, answerHash: 'a'.repeat(64), answerSealed: 'v1.x', submittedAt: new Date() })
    .returning();
  await test.db.insert(solves).values({ ...by, submissionId: submission?.id ?? 0, solvedAt: new Date() });
}

async function runningContainer(challengeId: number, gameId = game.id) {
  const { participation } = await buildParticipation(test.db, { gameId });
  const [row] = await test.db
    .insert(containers)
    .values({
      kind: 'Team',
      gameId,
      challengeId,
      participationId: participation.id,
      image: 'nginx',
      state: 'running',
      expiresAt: new Date(Date.now() + hour),
    })
    .returning();
  return row?.id ?? '';
}

describe('POST /api/edit/games/{id}/challenges', () => {
  it('creates a disabled challenge with the default values', async () => {
    const body = { title: 'Warm-up', category: 'Web' as const, type: 'DynamicContainer' as const };
    const reply = await test.call(routes.create, { as: admin, params: { id: game.id }, body });
    expect(reply.body).toEqual({
      id: reply.body.id,
      ...body,
      content: '',
      connection: '',
      author: '',
      customCategory: null,
      tags: [],
      topics: [],
      requires: null,
      next: null,
      hints: [],
      hintList: [],
      flagTemplate: null,
      isEnabled: false,
      acceptedCount: 0,
      fileName: 'attachment',
      attachment: null,
      attachments: [],
      testContainer: null,
      lastFailure: null,
      flags: [],
      containerImage: '',
      memoryLimit: 64,
      cpuCount: 1,
      storageLimit: 256,
      exposePort: 80,
      readOnlyRoot: false,
      tmpfsSize: 16,
      version: 1,
      networkMode: 'Open',
      enableTrafficCapture: false,
      containerOptions: standardContainerOptions,
      disableBloodBonus: false,
      deadlineUtc: null,
      releaseUtc: null,
      submissionLimit: 0,
      supply: null,
      origin: null,
      ...defaultScoreCurve,
    });
  });

  it('refuses a blank title and a game that does not exist', async () => {
    const blank = { as: admin, params: { id: game.id }, body: { title: ' ' } };
    expectError(await test.call(routes.create, blank), 'request.invalid');
    const nowhere = { as: admin, params: { id: 987654 }, body: { title: 'x' } };
    expectError(await test.call(routes.create, nowhere), 'game.notFound');
  });
});

describe('GET /api/edit/challenges', () => {
  const search = async (as: AccountRow, hint: string) =>
    (await test.call(routes.search, { as, query: { hint } })).body.map(({ id }) => id);
  const add = async (gameId: number, title: string) =>
    (await buildChallenge(test.db, { gameId, title, isEnabled: false })).challenge.id;

  it('finds a part of the name in any case, games that run first and ended ones last', async () => {
    const now = Date.now();
    const at = (start: number, end: number) => ({ startAt: new Date(now + start), endAt: new Date(now + end) });
    const longAgo = await buildGame(test.db, at(-9 * hour, -8 * hour));
    const ended = await buildGame(test.db, at(-9 * hour, -hour));
    const upcoming = await buildGame(test.db, { ...at(hour, 2 * hour), title: 'Finals', hidden: true });
    const running = await buildGame(test.db, at(-hour, hour));
    const ids: Record<string, number> = {};
    for (const [name, { id }] of Object.entries({ longAgo, ended, upcoming, running })) {
      ids[name] = await add(id, `Quokka 100%_\\ ${name}`);
    }
    await add(running.id, 'Wombat');
    expect(await search(admin, 'qUOKKA')).toEqual([ids.running, ids.upcoming, ids.ended, ids.longAgo]);
    expect(await search(admin, '%_\\ up')).toEqual([ids.upcoming]);
    expect(await search(admin, 'q_okka')).toEqual([]);
    const { body } = await test.call(routes.search, { as: admin, query: { hint: 'upcoming' } });
    expect(body).toEqual([
      {
        id: ids.upcoming,
        title: 'Quokka 100%_\\ upcoming',
        category: 'Misc',
        customCategory: null,
        gameId: upcoming.id,
        gameTitle: 'Finals',
      },
    ]);
  });

  it('shows organisers only those of their own games, and others none', async () => {
    const hidden = await buildGame(test.db, { hidden: true });
    const [own] = [await add(game.id, 'Numbat own'), await add(hidden.id, 'Numbat hidden')];
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: organiser.id, role: 'organiser' },
      { gameId: hidden.id, accountId: organiser.id, role: 'observer' },
    ]);
    const { captain } = await buildParticipation(test.db, { gameId: game.id });
    expect(await search(organiser, 'numbat')).toEqual([own]);
    expect(await search(captain, 'numbat')).toEqual([]);
    expect(await search(await buildAccount(test.db, { role: 'Monitor' }), 'numbat')).toEqual([]);
    expectError(await test.call(routes.search, { query: { hint: 'numbat' } }), 'account.unauthenticated');
  });

  it('gives 30 at most, needs a hint, and of a token the scope to read', async () => {
    for (let index = 0; index < 31; index += 1) await add(game.id, `Bilby ${index}`);
    expect(await search(admin, 'bilby')).toHaveLength(30);
    expectError(await test.call(routes.search, { as: admin, query: { hint: ' ' } }), 'request.invalid');
    const query = { hint: 'bilby' };
    const { headers } = await buildToken(test, admin, ['edit:read']);
    expect((await test.call(routes.search, { query, headers })).body).toHaveLength(30);
    const other = await buildToken(test, admin, ['edit:write', 'admin:read']);
    expectError(await test.call(routes.search, { query, headers: other.headers }), 'token.scopeMissing');
  });
});

describe('GET /api/edit/games/{id}/challenges', () => {
  it('takes current scores from the scoreboard, else from the challenge', async () => {
    const { challenge: one } = await buildChallenge(test.db, {
      gameId: game.id,
      originalScore: 100,
      minScoreRate: 0.29,
    });
    const { challenge: two } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false, originalScore: 300 });
    const scores = async () => {
      await changeTestBoard(test, game.id);
      const { body } = await test.call(routes.list, { as: admin, params: { id: game.id } });
      expect(body).toMatchObject([
        { id: one.id, minScore: 28, originalScore: 100, isEnabled: true },
        { id: two.id, minScore: 75, isEnabled: false },
      ]);
      return body.map(({ score }) => score);
    };
    expect(await scores()).toEqual([100, 300]);
    const solveAt = async (submittedAt: Date) => {
      const team = await buildParticipation(test.db, { gameId: game.id });
      const { id: submissionId } = await buildSubmission(test.db, team, one, { status: 'Accepted', submittedAt });
      const key = { gameId: game.id, challengeId: one.id, participationId: team.participation.id };
      await test.db.insert(solves).values({ ...key, submissionId, solvedAt: submittedAt });
    };
    const now = Date.now();
    for (let solved = 0; solved < 3; solved += 1) await solveAt(new Date(now - 2000));
    const known = await scores();
    expect(known[0]).toBeLessThan(100);
    // While the public board is frozen organisers see the current values.
    await test.db
      .update(games)
      .set({ freezeAt: new Date(now - 1000) })
      .where(eq(games.id, game.id));
    await solveAt(new Date(now));
    expect((await scores())[0]).toBeLessThan(known[0] ?? 0);
    expect((await test.call(routes.list, { as: admin, params: { id: 987654 } })).body).toEqual([]);
  });

  it('counts solves, flags and last test per challenge', async () => {
    const type = 'StaticContainer' as const;
    const { challenge: busy } = await buildChallenge(test.db, {
      gameId: game.id,
      type,
      flags: ['one', 'two'],
      containerImage: 'web:1',
    });
    const flagTemplateSealed = test.deps.sealing.seal('flag{[GUID]}');
    const own = { gameId: game.id, type: 'DynamicContainer' as const, flagTemplateSealed };
    const { challenge: quiet } = await buildChallenge(test.db, own);
    await solveBy(busy.id);
    await solveBy(busy.id);
    const testedAt = new Date('2026-03-02T10:00:00.123Z');
    await runningContainer(busy.id);
    const common = { kind: 'Test', gameId: game.id, image: 'web:1', expiresAt: testedAt } as const;
    await test.db.insert(containers).values([
      { ...common, challengeId: busy.id, state: 'destroyed', startedAt: testedAt },
      { ...common, challengeId: busy.id, state: 'destroyed', startedAt: new Date(testedAt.getTime() - hour) },
      { ...common, challengeId: quiet.id, state: 'failed' },
    ]);
    const reply = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(reply.body).toMatchObject([
      {
        id: busy.id,
        acceptedCount: 2,
        flagCount: 2,
        hasFlagTemplate: false,
        containerImage: 'web:1',
        testedAt: testedAt.getTime(),
      },
      { id: quiet.id, acceptedCount: 0, flagCount: 0, hasFlagTemplate: true, containerImage: '', testedAt: null },
    ]);
    expect(JSON.stringify(reply.body)).not.toContain('GUID');
  });
});

describe('GET /api/edit/games/{id}/challenges/{challengeId}', () => {
  it('shows flags in plain text, the count of solves and the test container', async () => {
    const { challenge, flags: texts } = await buildChallenge(test.db, { gameId: game.id, type: 'StaticContainer' });
    await solveBy(challenge.id);
    const [container] = await test.db
      .insert(containers)
      .values({
        kind: 'Test',
        gameId: game.id,
        challengeId: challenge.id,
        image: 'nginx',
        state: 'running',
        publicHost: 'localhost',
        publicPort: 31337,
        expiresAt: new Date(Date.now() + hour),
      })
      .returning();
    const params = { id: game.id, challengeId: challenge.id };
    const reply = await test.call(routes.get, { as: admin, params });
    expect(reply.body).toMatchObject({
      acceptedCount: 1,
      flags: [{ flag: texts[0], attachment: null, taken: false }],
      testContainer: {
        status: 'Running',
        entry: 'localhost:31337',
        expectStopAt: container?.expiresAt.getTime(),
      },
    });
  });

  it('marks flags that a team has drawn', async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'DynamicAttachment',
      flags: ['one', 'two', 'three'],
    });
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    const [, second] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id)).orderBy(flags.id);
    const key = { participationId: participation.id, challengeId: challenge.id, gameId: game.id };
    await test.db.insert(teamChallenges).values({ ...key, flagId: second?.id });
    const reply = await test.call(routes.get, { as: admin, params: { id: game.id, challengeId: challenge.id } });
    expect(reply.body.flags.map(({ flag, taken }) => [flag, taken])).toEqual([
      ['one', false],
      ['two', true],
      ['three', false],
    ]);
  });

  it('refuses a challenge of another game', async () => {
    const { challenge } = await buildChallenge(test.db);
    const params = { id: game.id, challengeId: challenge.id };
    expectError(await test.call(routes.get, { as: admin, params }), 'challenge.notFound');
    expectError(await test.call(routes.update, { as: admin, params, body: {} }), 'challenge.notFound');
    expectError(await test.call(routes.delete, { as: admin, params }), 'challenge.notFound');
    const body = { attachmentType: 'None' as const };
    expectError(await test.call(routes.setAttachment, { as: admin, params, body }), 'challenge.notFound');
    expectError(await test.call(routes.get, { as: admin, params: { ...params, id: 987654 } }), 'game.notFound');
  });
});

const database = { name: 'database', image: 'mysql:9', environment: {}, memoryMiB: 256, cpuTenths: 2 };
const optionsWith = (companion: typeof database) => ({ ...standardContainerOptions, companions: [companion] });

describe('PUT /api/edit/games/{id}/challenges/{challengeId}', () => {
  it('keeps absent and null members, and clears deadline and template on demand', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer', content: 'Text' });
    const template = 'flag{[GUID]}';
    const deadlineUtc = Date.now() + hour;
    const first = await update(challenge.id, { flagTemplate: template, deadlineUtc, containerImage: ' nginx:1 ' });
    expect(first.body).toMatchObject({
      flagTemplate: template,
      deadlineUtc,
      containerImage: 'nginx:1',
      content: 'Text',
    });
    const second = await update(challenge.id, {
      title: 'Renamed',
      content: null,
      flagTemplate: null,
      deadlineUtc: null,
    });
    expect(second.body).toMatchObject({ flagTemplate: template, deadlineUtc, content: 'Text', title: 'Renamed' });
    const third = await update(challenge.id, { flagTemplate: ' ', deadlineUtc: 0 });
    expect(third.body).toMatchObject({ flagTemplate: null, deadlineUtc: null });
  });

  it('stores a connection as it was written, and refuses more than 2000 characters', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const beginning = `nc {host} {port}\n<b>"&'\u202e{{x}}\n`;
    const connection = beginning + '𐏿'.repeat(2000 - beginning.length);
    expect((await update(challenge.id, { connection })).body).toMatchObject({ connection });
    expect((await update(challenge.id, { connection: null, title: 'Renamed' })).body).toMatchObject({ connection });
    for (const bad of [`${connection}x`, 'a\0b']) {
      const reply = await update(challenge.id, { connection: bad });
      expectError(reply, 'request.invalid');
      expect(reply.body).toMatchObject({ details: [{ path: 'connection' }] });
    }
    expect((await update(challenge.id, { connection: '' })).body).toMatchObject({ connection: '' });
  });

  it('stores the template encrypted and keeps it out of the audit log', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer' });
    await update(challenge.id, { flagTemplate: 'flag{sesame_[TEAM_HASH]}' });
    const [row] = await test.db.select().from(challenges).where(eq(challenges.id, challenge.id));
    expect(JSON.stringify(row)).not.toContain('sesame');
    await update(challenge.id, { flagTemplate: 'flag{sesame_[TEAM_HASH]}', title: 'Other' });
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, game.id))
      .orderBy(auditEntries.id);
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ flagTemplateSealed: null }, { flagTemplateSealed: '(secret)' }],
      [{ title: challenge.title }, { title: 'Other' }],
    ]);
  });

  it.each([
    [{ memoryLimit: 31 }, 'memoryLimit'],
    [{ cpuCount: 0 }, 'cpuCount'],
    [{ storageLimit: -1 }, 'storageLimit'],
    [{ exposePort: 65536 }, 'exposePort'],
    [{ submissionLimit: 10001 }, 'submissionLimit'],
    [{ minScoreRate: 1.1 }, 'minScoreRate'],
    [{ difficulty: 0 }, 'difficulty'],
    [{ minimumScore: -1 }, 'minimumScore'],
    [{ decay: -1 }, 'decay'],
    [{ curve: 'Cubic' as 'Linear' }, 'curve'],
    [{ fileName: 'x'.repeat(256) }, 'fileName'],
    [{ title: '' }, 'title'],
    [{ author: 'x'.repeat(201) }, 'author'],
    [{ tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, 'tags'],
    [{ tags: ['x'.repeat(81)] }, 'tags.0'],
    [{ tags: ['easy', 'web', 'easy '] }, 'tags.2'],
    [{ tags: ['\u200b'] }, 'tags.0'],
    [{ topics: ['heap', 'x'.repeat(256)] }, 'topics.1'],
    [{ topics: ['heap', ''] }, 'topics.1'],
  ])('refuses %j and names the field', async (body, path) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const reply = await update(challenge.id, body);
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it.each([
    [{ curve: 'Linear', minimumScore: 1001 }, 'minimumScore'],
    [{ originalScore: 99, curve: 'Logarithmic' }, 'originalScore'],
    [{ curve: 'Static', minimumScore: 1001 }, null],
    [{ curve: 'Linear', minimumScore: 1000 }, null],
  ] as const)('refuses a minimum above the initial value: %j', async (body, path) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, originalScore: 1000 });
    const reply = await update(challenge.id, body);
    if (path === null) expect(reply.body).toMatchObject(body);
    else expectError(reply, 'challenge.minimumAbove');
    if (path !== null) expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('keeps author, tags and topics of any characters at their full length, and empties them', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const numbered = (length: number) =>
      Array.from({ length: 20 }, (_, index) => `${String.fromCharCode(97 + index)}"<&𝒻`.padEnd(length, '題'));
    const full = {
      author: '"<&\\名'.padEnd(200, 'é'),
      tags: numbered(80).map((one) => one.normalize('NFKC')),
      topics: ['𝒻'],
    };
    const normal = { ...full, topics: ['f'] };
    expect((await update(challenge.id, full)).body).toMatchObject(normal);
    const params = { id: game.id, challengeId: challenge.id };
    expect((await test.call(routes.get, { as: admin, params })).body).toMatchObject(normal);
    expect((await update(challenge.id, { title: 'Other', author: null })).body).toMatchObject(normal);
    const none = { author: '', tags: [], topics: [] };
    expect((await update(challenge.id, none)).body).toMatchObject(none);
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, game.id))
      .orderBy(auditEntries.id);
    expect(entries.at(-1)).toMatchObject({ before: { topics: ['f'] }, after: none });
  });

  it('lists the lowest value of another curve', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, originalScore: 500 });
    await update(challenge.id, { curve: 'Logarithmic', minimumScore: 120, decay: 30 });
    const { body } = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(body.find(({ id }) => id === challenge.id)?.minScore).toBe(120);
  });

  it.each(challengeTypes)(
    'takes all members of a %s from a client that writes unset ones as zero values',
    async (type) => {
      const { challenge } = await buildChallenge(test.db, { gameId: game.id, type, isEnabled: false });
      await update(challenge.id, { deadlineUtc: Date.now() + hour });
      const port = hasContainer(type) ? 8080 : 0;
      const payload = {
        id: 0,
        title: 'Synchronised',
        content: 'Author: **A**',
        category: 'Web',
        type,
        hints: null,
        flagTemplate: '',
        acceptedCount: 0,
        fileName: '',
        attachment: null,
        testContainer: null,
        flags: null,
        containerImage: '',
        memoryLimit: 128,
        cpuCount: 1,
        storageLimit: 128,
        exposePort: port,
        networkMode: 'Open',
        enableTrafficCapture: false,
        disableBloodBonus: false,
        deadlineUtc: 0,
        submissionLimit: 0,
        originalScore: 500,
        minScoreRate: 0.1,
        difficulty: 5,
      };
      const url = `/api/edit/games/${game.id}/challenges/${challenge.id}`;
      const reply = await test.send({ method: 'PUT', url, payload, as: admin });
      expect(reply).toMatchObject({
        status: 200,
        body: { title: 'Synchronised', fileName: challenge.fileName, exposePort: port || 80, deadlineUtc: null },
      });
    },
  );

  it.each(challengeTypes.filter(hasContainer))('refuses port 0 of a %s and names the field', async (type) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type });
    const reply = await update(challenge.id, { exposePort: 0 });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: 'exposePort' }] });
    expect((await update(challenge.id, { exposePort: 1 })).body.exposePort).toBe(1);
  });

  it.each([-1, 0, 999, Date.UTC(1900, 0, 1), '0001-01-01T00:00:00Z'])('reads the deadline %j as none', async (time) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    await update(challenge.id, { deadlineUtc: 1000 });
    const cleared = await update(challenge.id, { deadlineUtc: time as number });
    expect(cleared).toMatchObject({ status: 200, body: { deadlineUtc: null } });
  });

  it.each([
    ['challenge.templateWeak', 'flag{abc}', '4 of 32 bits'],
    ['challenge.templateTooLong', `flag{${'[GUID]'.repeat(8)}}`, '255'],
  ] as const)('refuses a template with %s', async (code, flagTemplate, said) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer' });
    const reply = await update(challenge.id, { flagTemplate });
    expectError(reply, code);
    expect(reply.body).toMatchObject({ title: expect.stringContaining(said), details: [{ path: 'flagTemplate' }] });
  });

  it('refuses a template of two lines', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer' });
    const reply = await update(challenge.id, { flagTemplate: 'flag{[GUID]\n[GUID]}' });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: 'flagTemplate' }] });
    expect((await update(challenge.id, { flagTemplate: 'flag{[GUID]}\n' })).body.flagTemplate).toBe('flag{[GUID]}');
  });

  it('refuses to enable without a flag, except for generated flags', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false, flags: [] });
    const refused = await update(challenge.id, { isEnabled: true, enableTrafficCapture: true });
    expectError(refused, 'challenge.noFlags');
    expect(refused.body).toMatchObject({ details: [{ path: 'isEnabled' }] });
    const { challenge: dynamic } = await buildChallenge(test.db, {
      gameId: game.id,
      isEnabled: false,
      type: 'DynamicContainer',
    });
    expect((await update(dynamic.id, { isEnabled: true })).body.isEnabled).toBe(true);
  });

  it.each([
    [{ memoryLimit: 4097 }, 'challenge.ceilingExceeded', 'memoryLimit', '4096 MiB'],
    [{ cpuCount: 41 }, 'challenge.ceilingExceeded', 'cpuCount', '4 CPU'],
    [{ storageLimit: 10_241 }, 'challenge.ceilingExceeded', 'storageLimit', '10240 MiB'],
    [{ networkMode: 'Custom' }, 'challenge.networkNotAllowed', 'networkMode', 'Custom'],
    [{ containerImage: '10.0.0.5/a' }, 'challenge.imageNotAllowed', 'containerImage', '10.0.0.5'],
    [
      { containerOptions: ContainerOptions.parse({ runtime: 'runc' }) },
      'challenge.runtimeNotAllowed',
      'containerOptions.runtime',
      'runc',
    ],
    [{ containerImage: 'http://db/a' }, 'challenge.imageInvalid', 'containerImage', 'registry.example.org'],
    [
      { containerOptions: optionsWith({ ...database, memoryMiB: 4000 }) },
      'challenge.ceilingExceeded',
      'containerOptions',
      '4096 MiB',
    ],
    [
      { containerOptions: optionsWith({ ...database, image: '10.0.0.5/a' }) },
      'challenge.imageNotAllowed',
      'containerOptions',
      '10.0.0.5',
    ],
  ] as const)(
    'refuses %j of administrators as well, naming the member and the ceiling',
    async (body, code, path, reason) => {
      const values = { gameId: game.id, type: 'StaticContainer', memoryLimitMiB: 128 } as const;
      const { challenge } = await buildChallenge(test.db, values);
      const reply = await update(challenge.id, { ...body, title: 'Other' });
      expectError(reply, code);
      const message = expect.stringContaining(reason);
      expect(reply.body).toMatchObject({ title: message, details: [{ path, message }] });
      const [stored] = await test.db.select().from(challenges).where(eq(challenges.id, challenge.id));
      expect(stored).toEqual(challenge);
    },
  );

  it('keeps a value beyond a lowered ceiling while other members change', async () => {
    const values = { gameId: game.id, type: 'StaticContainer', memoryLimitMiB: 8192 } as const;
    const { challenge } = await buildChallenge(test.db, values);
    const whole = { memoryLimit: 8192, networkMode: 'Open', readOnlyRoot: true, tmpfsSize: 8 } as const;
    const reply = await update(challenge.id, { ...whole, title: 'Other' });
    expect(reply.body).toMatchObject({ ...whole, title: 'Other' });
    expectError(await update(challenge.id, { memoryLimit: 8193 }), 'challenge.ceilingExceeded');
    expect((await update(challenge.id, { memoryLimit: 64 })).status).toBe(200);
  });

  it('stores the options of the container', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'StaticContainer' });
    const containerOptions = optionsWith(database);
    expect((await update(challenge.id, { containerOptions })).body).toMatchObject({ containerOptions });
    expect((await update(challenge.id, { title: 'Other' })).body).toMatchObject({ containerOptions });
    expect((await update(challenge.id, { containerOptions: null })).body).toMatchObject({ containerOptions });
  });

  it.each([
    ['containerOptions.ports', { ports: [{ name: 'again', port: 8080, kind: 'tcp' as const }] }],
    ['containerOptions.flagDelivery', { flagDelivery: 'file' as const }],
    ['containerOptions.rotateFlag', { rotateFlag: true }],
  ])('refuses %s where it contradicts the challenge', async (path, options) => {
    const values = { gameId: game.id, type: 'StaticContainer', exposePort: 80 } as const;
    const { challenge } = await buildChallenge(test.db, values);
    const containerOptions = { ...standardContainerOptions, ...options };
    const reply = await update(challenge.id, { exposePort: 8080, containerOptions });
    expectError(reply, 'challenge.optionNotPossible');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('refuses a new flag for each instance where the template has no choice, from either side', async () => {
    const values = { gameId: game.id, type: 'DynamicContainer', exposePort: 80 } as const;
    const { challenge } = await buildChallenge(test.db, values);
    const containerOptions = { ...standardContainerOptions, rotateFlag: true };
    const both = await update(challenge.id, { containerOptions, flagTemplate: 'flag{[TEAM_HASH]}' });
    expectError(both, 'challenge.optionNotPossible');
    expect(both.body).toMatchObject({ details: [{ path: 'containerOptions.rotateFlag' }] });
    expect((await update(challenge.id, { containerOptions, flagTemplate: 'flag{[GUID]}' })).status).toBe(200);
    const later = await update(challenge.id, { flagTemplate: 'flag{[TEAM_HASH]}' });
    expectError(later, 'challenge.optionNotPossible');
    expect(later.body).toMatchObject({ details: [{ path: 'flagTemplate' }] });
    expect((await update(challenge.id, { flagTemplate: '' })).status).toBe(200);
  });

  it('refuses traffic capture without a container', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    expectError(await update(challenge.id, { enableTrafficCapture: true }), 'challenge.captureNeedsContainer');
  });

  it('keeps the fields of both when two organisers save at once', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const change = { title: 'T', content: 'C', originalScore: 7, submissionLimit: 3 };
    const replies = await Promise.all(
      Object.entries(change).map(([name, value]) => update(challenge.id, { [name]: value })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [row] = await test.db.select().from(challenges).where(eq(challenges.id, challenge.id));
    expect(row).toMatchObject(change);
  });

  it('announces a challenge once under concurrent enabling', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false });
    await test.signIn(admin);
    await Promise.all(Array.from({ length: 50 }, () => update(challenge.id, { isEnabled: true })));
    const stored = await noticesOf(game.id);
    expect(stored).toMatchObject([{ type: 'NewChallenge', values: [challenge.title] }]);
    expect(stored[0]?.announcedAt).not.toBeNull();
    const messages = await messagesIn(test.deps, `game:${game.id}`);
    expect(messages.filter(({ target }) => target === 'ReceivedGameNotice')).toHaveLength(1);
  });

  it.each([
    ['before the start', { startAt: new Date(Date.now() + hour) }],
    ['after the end', { startAt: new Date(Date.now() - 2 * hour), endAt: new Date(Date.now() - hour) }],
  ])('announces nothing %s', async (_when, values) => {
    game = await buildGame(test.db, values);
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false });
    await update(challenge.id, { isEnabled: true });
    await update(challenge.id, { hints: ['Look closer'] });
    expect(await noticesOf(game.id)).toEqual([]);
  });

  it('announces hints when they change, not when repeated or reordered', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    for (const hints of [[], ['a'], ['a'], ['a', 'b'], ['b', 'a']]) await update(challenge.id, { hints });
    expect(await noticesOf(game.id)).toMatchObject([{ type: 'NewHint' }, { type: 'NewHint' }]);
  });

  it('announces nothing for a disabled challenge', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false });
    await update(challenge.id, { title: 'Still secret', hints: ['a'] });
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([]);
    expect(await noticesOf(game.id)).toEqual([]);
  });

  it('publishes a visible change and updates the scoreboard', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    await update(challenge.id, { content: 'Better' });
    const payload = { gameId: game.id, challengeIds: [challenge.id] };
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([{ target: 'ChallengesChanged', payload }]);
    expect(await boardVersionsOf(test.deps, game.id)).toEqual([1]);
  });

  it('stops the containers of a disabled challenge', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'StaticContainer' });
    const containerId = await runningContainer(challenge.id);
    await update(challenge.id, { isEnabled: false });
    const [row] = await test.db.select().from(containers).where(eq(containers.id, containerId));
    expect(row).toMatchObject({ state: 'stopping', endReason: 'disabled' });
    expect(await jobsIn(test.deps, 'container')).toContainEqual({ name: 'stop-container', data: { containerId } });
  });
});

describe('PUT /api/edit/games/{id}/challenges/order', () => {
  const place = (title: string) => buildChallenge(test.db, { gameId: game.id, title, category: 'Web' });
  const order = (challengeIds: number[]) =>
    test.call(routes.order, { as: admin, params: { id: game.id }, body: { challengeIds } });

  it('sets the order of the board too; challenges that were not named follow by title', async () => {
    const [b, a, d, c] = [await place('b'), await place('a'), await place('d'), await place('c')];
    expect((await order([d.challenge.id, b.challenge.id])).status).toBe(200);
    const board = await test.deps.boards.get(game.id, { frozenAt: null, live: true });
    expect(board.challenges.Web?.map(({ title }) => title)).toEqual(['d', 'b', 'a', 'c']);
    const list = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(list.body.map(({ id, position }) => [id, position])).toEqual([
      [b.challenge.id, 2],
      [a.challenge.id, null],
      [d.challenge.id, 1],
      [c.challenge.id, null],
    ]);
    await update(d.challenge.id, { category: 'Pwn' });
    expect((await test.call(routes.list, { as: admin, params: { id: game.id } })).body[2]?.position).toBeNull();
  });

  it('refuses a challenge of another game, and changes nothing', async () => {
    const { challenge } = await place('a');
    const other = await buildChallenge(test.db);
    expectError(await order([challenge.id, other.challenge.id]), 'challenge.notFound');
    expectError(
      await test.call(routes.order, { as: admin, params: { id: 0 }, body: { challengeIds: [1] } }),
      'game.notFound',
    );
    const list = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(list.body[0]?.position).toBeNull();
  });
});

describe('the last failed start of a challenge', () => {
  it('is shown with exit code and last lines, until an instance has run', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'StaticContainer', exposePort: 81 });
    const { participation, team } = await buildParticipation(test.db, { gameId: game.id });
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
    const one = { gameId: game.id, challengeId: challenge.id, image: 'web:1', expiresAt: at(59) };
    const read = async () => {
      const params = { id: game.id, challengeId: challenge.id };
      return (await test.call(routes.get, { as: admin, params })).body.lastFailure;
    };
    expect(await read()).toBeNull();
    const failed = { ...one, state: 'failed', endReason: 'exitedEarly' } as const;
    const endDetail = { exitCode: 2, lastLines: 'no config\n' };
    await test.db.insert(containers).values({ ...failed, kind: 'Test', endedAt: at(1), endDetail });
    const reason = 'The container ended before its port answered. Exit code: 2.';
    expect(await read()).toEqual({ at: at(1).getTime(), team: null, reason, lastLines: 'no config' });
    const ofTeam = { ...failed, kind: 'Team', participationId: participation.id, endReason: 'unreachable' } as const;
    await test.db.insert(containers).values({ ...ofTeam, endedAt: at(2), endDetail: { seconds: 30 } });
    expect(await read()).toMatchObject({
      team: team.name,
      reason: 'The container runs, but nothing answered on port 81 within 30 s.',
      lastLines: null,
    });
    await test.db.insert(containers).values({ ...one, kind: 'Test', state: 'destroyed', startedAt: at(3) });
    expect(await read()).toBeNull();
  });
});

describe('GET /api/edit/games/{id}/challenges/health', () => {
  it('counts teams, answers, recent wrong answers and failed starts', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'StaticContainer' });
    await buildChallenge(test.db, { gameId: game.id });
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    const key = { gameId: game.id, challengeId: challenge.id, participationId: participation.id };
    await test.db.insert(teamChallenges).values({ ...key, submissionCount: 3 });
    const answer = { ...key, answerHash: 'a'.repeat(64), answerSealed: 'v1.x', status: 'WrongAnswer' as const };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await test.db.insert(submissions).values([
      { ...answer, submittedAt: ago(1) },
      { ...answer, submittedAt: ago(30) },
      { ...answer, submittedAt: ago(300) },
    ]);
    const instance = { kind: 'Team' as const, ...key, image: 'web:1', expiresAt: ago(-60) };
    await test.db.insert(containers).values([
      { ...instance, state: 'failed' },
      { ...instance, state: 'running' },
      { ...instance, requestedAt: ago(90), state: 'destroyed', endReason: 'outOfMemory', endedAt: ago(5) },
    ]);
    const reply = await test.call(routes.health, { as: admin, params: { id: game.id } });
    expect(reply.body).toMatchObject([
      {
        challengeId: challenge.id,
        teamsTried: 1,
        teamsSolved: 0,
        answers: 3,
        wrongRecently: 1,
        wrongEarlier: 1,
        instanceStarts: 2,
        failedStarts: 1,
        selfEnds: 1,
        memoryEnds: 1,
      },
      { teamsTried: 0, answers: 0, wrongRecently: 0, instanceStarts: 0 },
    ]);
    expectError(await test.call(routes.health, { as: admin, params: { id: 0 } }), 'game.notFound');
  });
});

describe('DELETE /api/edit/games/{id}/challenges/{challengeId}', () => {
  it('deletes flags, attachments and containers too', async () => {
    const [attachment] = await test.db
      .insert(attachments)
      .values({ type: 'Remote', remoteUrl: 'https://example.test/task.zip' })
      .returning();
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'StaticContainer',
      attachmentId: attachment?.id ?? 0,
    });
    const containerId = await runningContainer(challenge.id);
    await update(challenge.id, { hints: ['a'] });
    const [notice] = await noticesOf(game.id);
    const params = { id: game.id, challengeId: challenge.id };
    const reply = await test.call(routes.delete, { as: admin, params });
    expect(reply).toMatchObject({ status: 200, body: undefined });
    const left = await Promise.all([
      test.db.select().from(flags).where(eq(flags.challengeId, challenge.id)),
      test.db
        .select()
        .from(attachments)
        .where(eq(attachments.id, attachment?.id ?? 0)),
      test.db.select().from(containers).where(eq(containers.id, containerId)),
    ]);
    expect(left).toEqual([[], [], []]);
    expect(await noticesOf(game.id)).toEqual([]);
    const messages = await messagesIn(test.deps, `game:${game.id}`);
    expect(messages).toContainEqual({ target: 'NoticeDeleted', payload: { id: notice?.id } });
    expect((await jobsIn(test.deps, 'sweep')).map(({ name }) => name)).toContain('reconcile-containers');
  });
});

describe('POST /api/edit/games/{id}/challenges/{challengeId}/attachment', () => {
  const hash = 'b'.repeat(64);
  const attach = (challengeId: number, body: z.input<typeof AttachmentCreateBody>) =>
    test.call(routes.setAttachment, { as: admin, params: { id: game.id, challengeId }, body });
  const attachmentOf = async (challengeId: number) =>
    (await test.call(routes.get, { as: admin, params: { id: game.id, challengeId } })).body.attachment;

  it('sets a stored file, a remote one, then none, and deletes the former ones', async () => {
    await test.db.insert(files).values({ hash, name: 'my task.zip', sizeBytes: 42 }).onConflictDoNothing();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    await attach(challenge.id, { attachmentType: 'Local', fileHash: hash });
    expect(await attachmentOf(challenge.id)).toMatchObject({
      type: 'Local',
      url: `/assets/${hash}/my task.zip`,
      fileSize: 42,
    });
    const remoteUrl = 'https://example.test/big.iso';
    await attach(challenge.id, { attachmentType: 'Remote', remoteUrl });
    expect(await attachmentOf(challenge.id)).toMatchObject({ type: 'Remote', url: remoteUrl, fileSize: null });
    await attach(challenge.id, { attachmentType: 'None' });
    expect(await attachmentOf(challenge.id)).toBeNull();
    expect(await test.db.select().from(attachments)).toEqual([]);
  });

  it.each([
    [{ attachmentType: 'Local', fileHash: 'c'.repeat(64) }, 'asset.notFound', 'fileHash'],
    [{ attachmentType: 'Local' }, 'asset.notFound', 'fileHash'],
    [{ attachmentType: 'Remote', remoteUrl: 'javascript:alert(1)' }, 'asset.urlInvalid', 'remoteUrl'],
    [{ attachmentType: 'Remote', remoteUrl: 'task.zip' }, 'asset.urlInvalid', 'remoteUrl'],
  ] as const)('refuses %j', async (body, code, path) => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const reply = await attach(challenge.id, body);
    expectError(reply, code);
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('refuses types with an attachment per flag', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment' });
    expectError(await attach(challenge.id, { attachmentType: 'None' }), 'challenge.attachmentPerFlag');
  });

  it('keeps one attachment when two organisers set it at once', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const urls = Array.from({ length: 20 }, (_, index) => `https://example.test/${index}`);
    await Promise.all(urls.map((remoteUrl) => attach(challenge.id, { attachmentType: 'Remote', remoteUrl })));
    expect(await test.db.select().from(attachments)).toHaveLength(1);
  });
});

describe('GET and PUT /api/edit/games/{id}/challenges/{challengeId}/attachments', () => {
  const [one, two] = ['d'.repeat(64), 'e'.repeat(64)] as const;
  type Body = z.input<typeof AttachmentsBody>;
  const put = (challengeId: number, body: Body, id = game.id) =>
    test.call(routes.setAttachments, { as: admin, params: { id, challengeId }, body });
  const list = (challengeId: number) =>
    test.call(routes.listAttachments, { as: admin, params: { id: game.id, challengeId } });
  const build = async () => (await buildChallenge(test.db, { gameId: game.id })).challenge;
  const local = (fileHash: string, name?: string) => ({ attachmentType: 'Local' as const, fileHash, name });
  const remote = (remoteUrl: string, name?: string) => ({ attachmentType: 'Remote' as const, remoteUrl, name });
  beforeEach(async () => {
    const stored = [one, two].map((hash, index) => ({ hash, name: `stored ${index}.bin`, sizeBytes: index * 7 }));
    await test.db.insert(files).values(stored).onConflictDoNothing();
    await test.db.delete(attachments);
  });

  it('replaces the whole list, in its order and with its names', async () => {
    const challenge = await build();
    const named = 'ñ 旗 "<&>" \u202e(2).tar';
    const reply = await put(challenge.id, {
      attachments: [local(two), remote('https://files.example/b%20c.iso'), local(one, named), local(one, ' ')],
    });
    expect(reply.body).toMatchObject({
      attachments: [
        { type: 'Local', name: 'stored 1.bin', url: `/assets/${two}/stored 1.bin`, fileSize: 7, fileHash: two },
        { type: 'Remote', name: 'b c.iso', url: 'https://files.example/b%20c.iso', fileSize: null, fileHash: null },
        { name: named, fileSize: 0, fileHash: one },
        { name: 'stored 0.bin' },
      ],
      version: challenge.version + 1,
    });
    expect((await list(challenge.id)).body).toEqual(reply.body);
    const params = { id: game.id, challengeId: challenge.id };
    const edited = (await test.call(routes.get, { as: admin, params })).body;
    expect(edited.attachments).toEqual(reply.body.attachments);
    expect(edited.attachment).toEqual(reply.body.attachments[0]);

    await put(challenge.id, { attachments: [local(one)] });
    expect((await list(challenge.id)).body.attachments).toMatchObject([{ fileHash: one }]);
    expect(await test.db.$count(attachments)).toBe(1);
    await put(challenge.id, { attachments: [] });
    expect((await list(challenge.id)).body.attachments).toEqual([]);
    expect(await test.db.$count(attachments)).toBe(0);
  });

  it('is replaced by the one attachment of the reference, and goes with the challenge', async () => {
    const challenge = await build();
    const params = { id: game.id, challengeId: challenge.id };
    await put(challenge.id, { attachments: [local(one), local(two), local(two)] });
    await test.call(routes.setAttachment, { as: admin, params, body: remote('https://files.example/') });
    expect((await list(challenge.id)).body.attachments).toMatchObject([{ type: 'Remote', name: 'attachment' }]);
    expect(await test.db.$count(attachments)).toBe(1);
    await put(challenge.id, { attachments: [local(one), local(two)] });
    await test.call(routes.setAttachment, { as: admin, params, body: { attachmentType: 'None' } });
    expect(await test.db.$count(attachments)).toBe(0);
    await put(challenge.id, { attachments: [local(one), local(two)] });
    await test.call(routes.delete, { as: admin, params });
    expect(await test.db.$count(attachments)).toBe(0);
  });

  it('says in the audit log what was replaced', async () => {
    const challenge = await build();
    await put(challenge.id, { attachments: [local(one, 'a.bin'), remote('https://files.example/a')] });
    await put(challenge.id, { attachments: [] });
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.target, `challenge:${challenge.id}`), eq(auditEntries.action, 'challenge.setAttachment')),
      )
      .orderBy(auditEntries.id);
    const both = { attachments: [`a.bin ${one}`, 'https://files.example/a'] };
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ attachments: [] }, both],
      [both, { attachments: [] }],
    ]);
  });

  it('takes 50 with the longest names, and refuses 51', async () => {
    const challenge = await build();
    const attachments = Array.from({ length: 50 }, () => local(one, '𐏿'.repeat(255)));
    expect((await put(challenge.id, { attachments })).body.attachments).toHaveLength(50);
    const many = await put(challenge.id, { attachments: [...attachments, local(one)] });
    expectError(many, 'request.invalid');
    expect(many.body).toMatchObject({ details: [{ path: 'attachments' }] });
  });

  it.each([
    [local('c'.repeat(64)), 'asset.notFound', 'fileHash'],
    [remote('javascript:alert(1)'), 'asset.urlInvalid', 'remoteUrl'],
    [remote('https://files.example/', 'x'.repeat(256)), 'request.invalid', 'name'],
    [remote('https://files.example/', 'a\0b'), 'request.invalid', 'name'],
    [{ attachmentType: 'None' }, 'request.invalid', 'attachmentType'],
  ] as const)('refuses %j, names its field and keeps what there is', async (bad, code, member) => {
    const challenge = await build();
    await put(challenge.id, { attachments: [local(two)] });
    const reply = await put(challenge.id, { attachments: [local(one), bad as ReturnType<typeof local>] });
    expectError(reply, code);
    expect(reply.body).toMatchObject({ details: [{ path: `attachments.1.${member}` }] });
    expect((await list(challenge.id)).body.attachments).toMatchObject([{ fileHash: two }]);
  });

  it('refuses challenges of other games and those with attachments per flag', async () => {
    const challenge = await build();
    const other = await buildGame(test.db);
    expectError(await put(challenge.id, { attachments: [] }, other.id), 'challenge.notFound');
    expectError(await put(challenge.id, { attachments: [] }, 987654), 'game.notFound');
    const elsewhere = { as: admin, params: { id: other.id, challengeId: challenge.id } };
    expectError(await test.call(routes.listAttachments, elsewhere), 'challenge.notFound');
    const perFlag = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicAttachment' });
    expectError(await put(perFlag.challenge.id, { attachments: [local(one)] }), 'challenge.attachmentPerFlag');
  });

  it('stores one of fifty lists that are made on the same version', async () => {
    const challenge = await build();
    const bodies = Array.from({ length: 50 }, (_, index) => ({
      attachments: [remote(`https://files.example/${index}`), local(one), local(two)],
      version: challenge.version,
    }));
    const replies = await Promise.all(bodies.map((body) => put(challenge.id, body)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(49);
    for (const reply of refused) expectError(reply, 'request.outdated');
    expect(await test.db.$count(attachments)).toBe(3);
  });
});
