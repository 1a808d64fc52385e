import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { captureJobs, captureSearchRoutes as routes } from '@vexil/contract/capture-search';
import type { AccountRow } from '@vexil/db/schema/account';
import { type CaptureRow, captureFindings, captureSearches, captures } from '@vexil/db/schema/capture';
import { gameStaff, games } from '@vexil/db/schema/game';
import { teamChallenges } from '@vexil/db/schema/submission';
import { webhookDeliveries, webhooks } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildCapture } from '@vexil/db/testing/capture';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildEarlierFlag } from '@vexil/db/testing/submission';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { encodeFileHead } from '@vexil/runtime/pcap/blocks.rules';
import { ConnectionWriter } from '@vexil/runtime/pcap/connection.rules';
import type { Side } from '@vexil/runtime/pcap/segment.rules';
import { openStorage } from '@vexil/runtime/storage/open-storage';
import { startS3 } from '@vexil/runtime/testing/s3';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const mib = 1024 * 1024;
const at = 1_795_000_000_000_000;
type Chunk = [Side, string | Buffer];

function fileOf(chunks: Chunk[], { ends = true } = {}): Buffer {
  const writer = new ConnectionWriter({ address: '203.0.113.7', port: 10_002 }, { address: '172.17.0.2', port: 80 });
  const parts = [encodeFileHead({ application: 'Test', comment: '', interfaceName: 'relay' }), writer.open(at, '')];
  for (const [from, content] of chunks) parts.push(writer.data(from, Buffer.from(content as string), at + 5_000_000));
  if (ends) parts.push(writer.end('client', at), writer.end('container', at));
  return gzipSync(Buffer.concat(parts));
}

describe('searches through captures', () => {
  let test: TestApp;
  let worker: TestWorker;
  let observer: AccountRow;
  let gameId: number;
  let challengeId: number;
  let teams: Awaited<ReturnType<typeof buildParticipation>>[];

  beforeAll(async () => {
    test = await createTestApp();
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      config: { storage: test.deps.config.storage },
    });
    observer = await buildAccount(test.db);
  });
  beforeEach(async () => {
    await test.db.delete(captures);
    await test.db.delete(webhooks);
    gameId = (await buildGame(test.db)).id;
    await test.db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer' });
    challengeId = (await buildChallenge(test.db, { gameId, type: 'DynamicContainer' })).challenge.id;
    teams = [];
    for (const number of [0, 1, 2]) {
      const team = await buildParticipation(test.db, { gameId });
      teams.push(team);
      await giveFlag(team.participation.id, `flag{of_team_${number}}`);
    }
  });
  afterAll(async () => {
    await worker.close();
    await test.close();
  });

  const giveFlag = (participationId: number, flag: string) =>
    test.db.insert(teamChallenges).values({
      ...{ participationId, challengeId, gameId },
      flagHash: testSealing.hashFlag(challengeId, flag),
      flagSealed: testSealing.seal(flag),
    });
  const idOf = (team: number) => teams[team]?.participation.id ?? 0;
  const nameOf = (team: number) => teams[team]?.team.name ?? '';

  async function store(
    content: Buffer,
    values: Partial<CaptureRow> = {},
    storage = test.deps.storage,
  ): Promise<CaptureRow> {
    const row = await buildCapture(test.db, {
      ...{ gameId, challengeId, participationId: idOf(0) },
      sizeBytes: content.length,
      ...values,
    });
    const key = `capture/${row.challengeId}/${row.participationId}/${row.fileName}`;
    await storage.putObject(key, Readable.from([content]), 256 * mib);
    return row;
  }

  type SearchBody = {
    kind: 'text' | 'regex' | 'flag';
    pattern?: string;
    ignoreCase?: boolean;
    challengeId?: number;
    participationId?: number;
  };

  async function search(body: SearchBody) {
    const created = await test.call(routes.create, { params: { id: gameId }, body, as: observer });
    expect(created.status).toBe(200);
    await worker.run(captureJobs.search, { searchId: created.body.id });
    return read(created.body.id);
  }

  const read = async (searchId: string) =>
    (await test.call(routes.get, { params: { id: gameId, searchId }, as: observer })).body;

  it('find a text over packets, with place, context and filter', async () => {
    const file = await store(
      fileOf([
        ['client', 'USER ada\r\nPASS se'],
        ['container', 'OK\r\n'],
        ['client', 'cret\r\n'],
      ]),
    );
    await store(fileOf([['client', 'nothing here']]));
    const found = await search({ kind: 'text', pattern: 'secret' });
    expect(found).toMatchObject({
      state: 'done',
      filesTotal: 2,
      filesDone: 2,
      filesUnread: 0,
      matchCount: 1,
      isTruncated: false,
    });
    expect(found.bytesRead).toBeGreaterThan(1000);
    expect(found.matches).toEqual([
      {
        challengeId,
        challenge: expect.stringMatching(/^Challenge/),
        participationId: idOf(0),
        team: nameOf(0),
        fileName: file.fileName,
        stream: 0,
        clientPort: 10_002,
        side: 'client',
        offset: 15,
        length: 6,
        packet: 4,
        time: 1_795_000_005_000,
        filter: 'tcp.stream eq 0',
        owner: null,
        isForeign: false,
        before: 'USER ada··PASS ',
        content: 'secret',
        after: '··',
      },
    ]);
  });

  it('find regular expressions and any case of letters', async () => {
    await store(fileOf([['container', 'Set-Cookie: session=0123456789abcdef\r\n']]));
    expect((await search({ kind: 'regex', pattern: 'session=[0-9a-f]{16}' })).matchCount).toBe(1);
    expect((await search({ kind: 'regex', pattern: 'SESSION=.', ignoreCase: true })).matchCount).toBe(1);
    expect((await search({ kind: 'text', pattern: 'SET-COOKIE:', ignoreCase: true })).matchCount).toBe(1);
    expect((await search({ kind: 'text', pattern: 'SET-COOKIE:' })).matchCount).toBe(0);
  });

  it('find flags of every team, and store none of them', async () => {
    await store(
      fileOf([
        ['container', 'flag{of_team_0}'],
        ['client', 'answer=flag%7Bof_team_1%7D'],
      ]),
    );
    const found = await search({ kind: 'flag' });
    expect(found.matches.map(({ owner, isForeign, content }) => [owner, isForeign, content])).toEqual([
      [nameOf(0), false, null],
      [nameOf(1), true, null],
    ]);
    const [stored] = await test.database
      .sql`select count(*)::int as count from capture_matches where excerpt_sealed is not null and search_id = ${found.id}`;
    expect(stored?.count).toBe(0);
  });

  it('are limited to a challenge or a team', async () => {
    const other = (await buildChallenge(test.db, { gameId, type: 'DynamicContainer' })).challenge.id;
    const content = fileOf([['client', 'needle']]);
    await store(content);
    await store(content, { participationId: idOf(1) });
    await store(content, { challengeId: other });
    const elsewhere = await buildGame(test.db);
    await store(content, { gameId: elsewhere.id });
    const count = async (body: Partial<SearchBody>) =>
      (await search({ kind: 'text', pattern: 'needle', ...body })).matchCount;
    expect(await count({})).toBe(3);
    expect(await count({ challengeId: other })).toBe(1);
    expect(await count({ participationId: idOf(1) })).toBe(1);
    expect(await count({ challengeId: other, participationId: idOf(1) })).toBe(0);
  });

  it('find a text in two parts of a recording, also after an interruption between them', async () => {
    const recording = '0123456789ab-PARTS';
    await store(fileOf([['client', 'the nee']], { ends: false }), { recording, part: 1 });
    const second = await store(fileOf([['client', 'dle']]), { recording, part: 2 });
    const whole = await search({ kind: 'text', pattern: 'needle' });
    expect(whole.matches).toMatchObject([{ fileName: second.fileName, offset: 0 }]);

    const created = await test.call(routes.create, {
      params: { id: gameId },
      body: { kind: 'text', pattern: 'needle' },
      as: observer,
    });
    const cursor = { challengeId, participationId: idOf(0), recording, part: 1 };
    await test.db
      .update(captureSearches)
      .set({ state: 'running', cursor, filesDone: 1 })
      .where(eq(captureSearches.id, created.body.id));
    await worker.run(captureJobs.search, { searchId: created.body.id });
    expect(await read(created.body.id)).toMatchObject({ state: 'done', filesDone: 2, matchCount: 1 });
  });

  it('read what a cut file has, and pass over files of other formats and deleted ones', async () => {
    const whole = fileOf([
      ['client', 'needle'],
      ['container', randomBytes(60_000)],
    ]);
    await store(whole.subarray(0, whole.length - 20_000));
    await store(gzipSync('this is no capture at all'));
    await store(Buffer.from('not compressed'));
    await buildCapture(test.db, { gameId, challengeId, participationId: idOf(0) });
    const found = await search({ kind: 'text', pattern: 'needle' });
    expect(found).toMatchObject({ state: 'done', filesDone: 4, filesUnread: 3, matchCount: 1 });
  });

  it('keep a thousand matches', async () => {
    await store(fileOf([['client', 'x;'.repeat(800)]]));
    await store(fileOf([['client', 'x;'.repeat(800)]]));
    await store(fileOf([['client', 'x;']]));
    const found = await search({ kind: 'text', pattern: 'x;' });
    expect(found).toMatchObject({ state: 'done', isTruncated: true, matchCount: 1000, filesDone: 2 });
    expect(found.matches).toHaveLength(1000);
  });

  it('end with an expression that would take exponential time to try', async () => {
    await store(fileOf([['client', `${'a'.repeat(50_000)}!`]]));
    expect(await search({ kind: 'regex', pattern: '(a+)+[bc]' })).toMatchObject({ state: 'done', matchCount: 0 });
  });

  it('end with a reason when an expression takes too long', async () => {
    await store(fileOf([['client', 'a'.repeat(100_000)]]));
    const created = await test.call(routes.create, {
      params: { id: gameId },
      body: { kind: 'regex', pattern: '(a.*a.*a.*z)?' },
      as: observer,
    });
    await expect(worker.run(captureJobs.search, { searchId: created.body.id })).rejects.toThrow();
    expect(await read(created.body.id)).toMatchObject({ state: 'failed', error: 'patternTooSlow' });
  });

  it('go on in the next try when the storage fails, and end after it', async () => {
    await store(fileOf([['client', 'needle']]));
    const created = await test.call(routes.create, {
      params: { id: gameId },
      body: { kind: 'text', pattern: 'needle' },
      as: observer,
    });
    const { readObject } = worker.deps.storage;
    const broken = () => new Readable({ read: (): void => undefined }).destroy(new Error('down'));
    worker.deps.storage.readObject = broken;
    await expect(worker.run(captureJobs.search, { searchId: created.body.id })).rejects.toThrow('down');
    expect(await read(created.body.id)).toMatchObject({ state: 'running', filesDone: 0 });
    await expect(worker.run(captureJobs.search, { searchId: created.body.id }, { repeated: true })).rejects.toThrow();
    worker.deps.storage.readObject = readObject;
    expect(await read(created.body.id)).toMatchObject({ state: 'failed', error: 'failed' });
  });

  it('stop when they are removed', async () => {
    await store(fileOf([['client', 'needle']]));
    const created = await test.call(routes.create, {
      params: { id: gameId },
      body: { kind: 'text', pattern: 'needle' },
      as: observer,
    });
    const params = { id: gameId, searchId: created.body.id };
    expect((await test.call(routes.remove, { params, as: observer })).status).toBe(200);
    await worker.run(captureJobs.search, { searchId: created.body.id });
    expectError(await test.call(routes.get, { params, as: observer }), 'capture.searchNotFound');
  });

  it('read from an S3 bucket too', async () => {
    const s3 = await startS3();
    const config = { storage: s3.settings };
    const remote = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      clock: test.clock,
      config,
    });
    const storage = openStorage(s3.settings);
    await store(fileOf([['client', 'needle']]), {}, storage);
    const created = await test.call(routes.create, {
      params: { id: gameId },
      body: { kind: 'text', pattern: 'needle' },
      as: observer,
    });
    await remote.run(captureJobs.search, { searchId: created.body.id });
    expect(await read(created.body.id)).toMatchObject({ state: 'done', matchCount: 1 });
    await storage.close();
    await remote.close();
    await s3.close();
  });

  describe('the check of complete captures', () => {
    const listFindings = () =>
      test.db.select().from(captureFindings).where(eq(captureFindings.gameId, gameId)).orderBy(asc(captureFindings.id));

    it('finds flags of other teams once, with the packet, and reports them to webhooks', async () => {
      await buildWebhook(test.db, { kinds: ['Cheat'], isPrivate: true });
      await test.db.delete(webhookDeliveries);
      const file = await store(
        fileOf([
          ['client', 'my own flag{of_team_0} and flag{of_'],
          ['client', 'team_1} and flag{of_team_1}'],
          ['container', 'flag{of_team_2}'],
        ]),
      );
      await worker.run(captureJobs.check, {});
      await worker.run(captureJobs.check, {});
      expect(await listFindings()).toMatchObject([
        {
          participationId: idOf(0),
          sourceParticipationId: idOf(1),
          fileName: file.fileName,
          side: 'client',
          offset: 27,
          packet: 4,
        },
        { participationId: idOf(0), sourceParticipationId: idOf(2), side: 'container', offset: 0 },
      ]);
      const [checked] = await test.db.select().from(captures);
      expect(checked?.checkedAt).not.toBeNull();
      const deliveries = await test.db.select().from(webhookDeliveries);
      expect(deliveries.map(({ data }) => data)).toMatchObject([
        { team: nameOf(0), source: nameOf(1), capture: file.fileName },
        { team: nameOf(0), source: nameOf(2), capture: file.fileName },
      ]);
      expect(JSON.stringify(deliveries)).not.toContain('of_team');
      await store(fileOf([['client', 'flag{of_team_1}']]));
      await worker.run(captureJobs.check, {});
      expect(await listFindings()).toHaveLength(3);
      expect(await test.db.select().from(webhookDeliveries)).toHaveLength(2);

      const shown = await test.call(routes.findings, { params: { id: gameId }, as: observer });
      expect(shown.body).toHaveLength(3);
      expect(shown.body.find(({ ownedTeam }) => ownedTeam.id === idOf(2))).toMatchObject({
        submitTeam: { id: idOf(0), team: { name: nameOf(0) } },
        ownedTeam: { team: { name: nameOf(2) }, members: [{ name: teams[2]?.captain.userName }] },
        fileName: file.fileName,
        isStored: true,
        filter: 'tcp.stream eq 0',
      });
    });

    it('finds flags of earlier instances of other teams, and none of the own', async () => {
      const challenge = { id: challengeId };
      for (const [number, flag] of [
        [0, 'flag{earlier_of_team_0}'],
        [1, 'flag{earlier_of_team_1}'],
      ] as const) {
        await buildEarlierFlag(test.db, teams[number] as BuiltParticipation, challenge, { flag });
      }
      await store(fileOf([['client', 'flag{earlier_of_team_0} flag{earlier_of_team_1}']]));
      await worker.run(captureJobs.check, {});
      expect(await listFindings()).toMatchObject([{ participationId: idOf(0), sourceParticipationId: idOf(1) }]);
    });

    it('finds nothing where teams have equal flags, or none of their own, or share the instance', async () => {
      await test.db.delete(teamChallenges).where(eq(teamChallenges.gameId, gameId));
      for (const team of [0, 1]) await giveFlag(idOf(team), 'flag{equal}');
      await store(fileOf([['client', 'flag{equal}']]));
      await giveFlag(idOf(2), 'flag{of_team_2}');
      await store(fileOf([['client', 'flag{of_team_2}']]), { participationId: 0 });
      const fixed = (await buildChallenge(test.db, { gameId, type: 'StaticContainer', flags: ['flag{fixed}'] }))
        .challenge.id;
      await store(fileOf([['client', 'flag{fixed}']]), { challengeId: fixed });
      await worker.run(captureJobs.check, {});
      expect(await listFindings()).toEqual([]);
      expect((await test.db.select().from(captures)).every(({ checkedAt }) => checkedAt !== null)).toBe(true);
    });

    it('finds a flag in two parts of a recording that were completed at different times', async () => {
      const recording = '0123456789ab-PARTS';
      await store(fileOf([['client', 'flag{of_']], { ends: false }), { recording, part: 1 });
      await worker.run(captureJobs.check, {});
      const second = await store(fileOf([['client', 'team_1}']]), { recording, part: 2 });
      await worker.run(captureJobs.check, {});
      expect(await listFindings()).toMatchObject([
        { fileName: second.fileName, offset: 0, sourceParticipationId: idOf(1) },
      ]);
    });
  });

  describe('the sweep', () => {
    const names = async () =>
      (await test.db.select().from(captures).orderBy(asc(captures.id))).map(({ fileName }) => fileName);

    it('deletes the oldest files to keep to the quota, and none below it', async () => {
      const { config } = worker.deps;
      const rows: CaptureRow[] = [];
      for (const hour of [2, 1, 3]) {
        rows.push(await store(Buffer.from('x'), { sizeBytes: 10 * mib, updatedAt: new Date(hour * 3_600_000) }));
      }
      config.captureDiskMaxMiB = 32;
      await worker.run(captureJobs.sweep, {});
      expect(await names()).toHaveLength(3);
      config.captureDiskMaxMiB = 30;
      await worker.run(captureJobs.sweep, {});
      expect(await names()).toEqual([rows[0]?.fileName, rows[2]?.fileName]);
      const objects = await test.deps.storage.listObjects(`capture/${challengeId}/`);
      expect(objects).toHaveLength(2);
      config.captureDiskMaxMiB = 10_240;
    });

    it('deletes files of deleted games and rows of lost files', async () => {
      await store(Buffer.from('x'));
      await buildCapture(test.db, {
        gameId,
        challengeId,
        participationId: idOf(0),
        state: 'open',
        updatedAt: new Date(0),
      });
      await buildCapture(test.db, { gameId, challengeId, participationId: idOf(0), state: 'open' });
      await worker.run(captureJobs.sweep, {});
      expect(await names()).toHaveLength(2);
      await test.db.delete(games).where(eq(games.id, gameId));
      await worker.run(captureJobs.sweep, {});
      expect(await names()).toHaveLength(1);
      expect(await test.deps.storage.listObjects(`capture/${challengeId}/`)).toEqual([]);
    });

    it('takes up searches that a crash left, deletes old ones and checks new files', async () => {
      await store(fileOf([['client', 'needle flag{of_team_1}']]));
      const created = await test.call(routes.create, {
        params: { id: gameId },
        body: { kind: 'text', pattern: 'needle' },
        as: observer,
      });
      await test.deps.queues.capture.drain();
      test.clock.advance(31_000);
      await worker.run(captureJobs.sweep, {});
      await worker.drain();
      expect(await read(created.body.id)).toMatchObject({ state: 'done', matchCount: 1 });
      expect((await test.db.select().from(captures))[0]?.checkedAt).not.toBeNull();
      test.clock.advance(8 * 24 * 3_600_000);
      await worker.run(captureJobs.sweep, {});
      expect(await test.db.select().from(captureSearches)).toEqual([]);
      test.clock.moveTo(new Date());
    });
  });
});
