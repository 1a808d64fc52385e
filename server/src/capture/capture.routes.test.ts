import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { captureRoutes as routes } from '@vexil/contract/capture';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { captures, type NewCaptureRow } from '@vexil/db/schema/capture';
import { gameStaff } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';

const megabyte = 1024 * 1024;
const wait = { timeout: 30_000 };
/** Of a file without a row. */
const byHand = { isOpen: false, writtenBytes: null, startTime: null, connections: null, clients: [], missingBytes: 0 };

async function unpack(archive: Buffer): Promise<{ name: string; mtime: Date | undefined; content: Buffer }[]> {
  const files: { name: string; mtime: Date | undefined; content: Buffer }[] = [];
  const extraction = extract();
  Readable.from([gunzipSync(archive)]).pipe(extraction);
  for await (const entry of extraction) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.push({ name: entry.header.name, mtime: entry.header.mtime, content: Buffer.concat(chunks) });
  }
  return files;
}

describe('captures', () => {
  let test: TestApp;
  let url: string;
  let monitor: AccountRow;
  let observer: AccountRow;
  let gameId: number;
  let challengeId: number;
  let partId: number;
  let teamId: number;

  beforeAll(async () => {
    test = await createTestApp();
    monitor = await buildAccount(test.db, { role: 'Monitor' });
    observer = await buildAccount(test.db);
    url = await listen(test.app);
  });
  beforeEach(async () => {
    await test.db.delete(captures);
    gameId = (await buildGame(test.db)).id;
    challengeId = (
      await buildChallenge(test.db, { gameId, type: 'StaticContainer', isEnabled: false, enableTrafficCapture: true })
    ).challenge.id;
    const built = await buildParticipation(test.db, { gameId });
    partId = built.participation.id;
    teamId = built.team.id;
    await test.db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer', addedById: monitor.id });
  });
  afterAll(() => test.close());

  async function store(name: string, content = randomBytes(1000), folder = partId): Promise<Buffer> {
    await test.deps.storage.putObject(
      `capture/${challengeId}/${folder}/${name}`,
      Readable.from([content]),
      64 * megabyte,
    );
    return content;
  }

  const params = () => ({ challengeId, partId });
  const urlOf = (path: string) => `/api/game/captures/${challengeId}/${partId}/${path}`;
  const get = async (path: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: urlOf(path), headers: { cookie: await test.signIn(monitor), ...headers } });

  /** Sends the path unchanged; other clients would resolve its dots. */

  async function statusOf(method: string, path: string): Promise<number> {
    const { hostname, port } = new URL(url);
    const headers = { cookie: await test.signIn(monitor) };
    const asked = httpRequest({ hostname, port, method, path, headers, agent: false });
    asked.end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode;
  }

  it('lists recorded challenges, teams and files', async () => {
    await buildChallenge(test.db, { gameId });
    const bytes = await store('0123456789ab-ABC.pcap.gz');
    await store('0123456789ab-DEF.pcap.gz');
    await store('deep/er.pcap.gz');
    await store('x.pcap.gz', randomBytes(1), 2147483647);
    await store('x.pcap.gz', randomBytes(1), -5);

    const challenges = await test.call(routes.challenges, { params: { id: gameId }, as: monitor });
    expect(challenges.body).toEqual([
      {
        id: challengeId,
        title: expect.any(String),
        category: 'Misc',
        customCategory: null,
        type: 'StaticContainer',
        isEnabled: false,
        count: 2,
      },
    ]);
    const teams = await test.call(routes.teams, { params: { challengeId }, as: monitor });
    expect(teams.body).toEqual([
      { id: partId, teamId, name: expect.any(String), division: null, avatar: null, count: 2 },
    ]);
    const files = await test.call(routes.files, { params: params(), as: monitor });
    expect(files.body).toEqual([
      { ...byHand, fileName: '0123456789ab-ABC.pcap.gz', size: bytes.length, updateTime: expect.any(Number) },
      { ...byHand, fileName: '0123456789ab-DEF.pcap.gz', size: 1000, updateTime: expect.any(Number) },
    ]);
  });

  const insert = async (fileName: string, values: Partial<NewCaptureRow> = {}) => {
    const place = { gameId, challengeId, participationId: partId, fileName, recording: fileName.slice(0, 12) };
    const about = { connections: 3, clients: ['203.0.113.7'], missingBytes: 9, sizeBytes: 4096 };
    const times = { startedAt: new Date(1_000), updatedAt: new Date(2_000) };
    const serverId = test.deps.random.uuid();
    await test.db.insert(captures).values({ ...place, ...about, ...times, serverId, ...values });
  };

  it('lists open files with what is recorded so far, and what is known of stored ones', async () => {
    await store('a.pcap.gz');
    await insert('a.pcap.gz', { state: 'stored' });
    await insert('b.pcap.gz');
    await insert('c.pcap.gz', { deletedAt: new Date() });
    const files = await test.call(routes.files, { params: params(), as: observer });
    const known = { startTime: 1000, connections: 3, clients: ['203.0.113.7'], missingBytes: 9 };
    expect(files.body).toEqual([
      {
        ...known,
        fileName: 'a.pcap.gz',
        size: 1000,
        writtenBytes: null,
        updateTime: expect.any(Number),
        isOpen: false,
      },
      { ...known, fileName: 'b.pcap.gz', size: null, writtenBytes: 4096, updateTime: 2000, isOpen: true },
    ]);
    const teams = await test.call(routes.teams, { params: { challengeId }, as: observer });
    expect(teams.body).toMatchObject([{ id: partId, count: 2 }]);
  });

  it('counts teams whose files are all open, and lists an instance that all teams share', async () => {
    await insert('b.pcap.gz');
    await insert('s.pcap.gz', { participationId: 0 });
    const challenges = await test.call(routes.challenges, { params: { id: gameId }, as: observer });
    expect(challenges.body).toMatchObject([{ count: 2 }]);
    const teams = await test.call(routes.teams, { params: { challengeId }, as: observer });
    expect(teams.body).toEqual([
      { id: 0, teamId: 0, name: null, division: null, avatar: null, count: 1 },
      { id: partId, teamId, name: expect.any(String), division: null, avatar: null, count: 1 },
    ]);
    const shared = await test.call(routes.files, { params: { challengeId, partId: 0 }, as: observer });
    expect(shared.body).toMatchObject([{ fileName: 's.pcap.gz', isOpen: true }]);
  });

  it('asks for the end of an open file that is downloaded, and sends it once it is stored', async () => {
    await insert('b.pcap.gz');
    const reply = get('b.pcap.gz');
    await vi.waitFor(async () => expect((await test.db.select().from(captures))[0]?.cutAt).not.toBeNull(), wait);
    const bytes = await store('b.pcap.gz');
    await test.db.update(captures).set({ state: 'stored', cutAt: null });
    expect((await reply).rawPayload.equals(bytes)).toBe(true);
  });

  it('puts open files into the archive of all once they are stored', async () => {
    const stored = await store('a.pcap.gz');
    await insert('b.pcap.gz');
    const reply = get('all');
    await vi.waitFor(async () => expect((await test.db.select().from(captures))[0]?.cutAt).not.toBeNull(), wait);
    const open = await store('b.pcap.gz');
    await test.db.update(captures).set({ state: 'stored', cutAt: null });
    const files = await unpack((await reply).rawPayload);
    expect(files.map(({ content }) => content.equals(stored) || content.equals(open))).toEqual([true, true]);
  });

  it('says so where the server of an open file does not answer', { timeout: 120_000 }, async () => {
    await insert('b.pcap.gz');
    const reply = await test.send({ url: urlOf('b.pcap.gz'), as: monitor });
    expect(reply).toMatchObject({ status: 503, body: { code: 'capture.notStoredYet' } });
  });

  it('marks an open file as deleted, for its server to discard', async () => {
    await insert('a.pcap.gz');
    await insert('b.pcap.gz');
    const reply = await test.call(routes.delete, { params: { ...params(), filename: 'a.pcap.gz' }, as: observer });
    expect(reply.status).toBe(200);
    const listed = await test.call(routes.files, { params: params(), as: observer });
    expect(listed.body.map(({ fileName }) => fileName)).toEqual(['b.pcap.gz']);
    expect((await test.call(routes.deleteAll, { params: params(), as: observer })).status).toBe(200);
    const rows = await test.db.select().from(captures);
    expect(rows.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId));
    expect(entries.map(({ before }) => before)).toEqual([
      { fileName: 'a.pcap.gz', sizeBytes: 4096 },
      { files: 1, sizeBytes: 4096 },
    ]);
  });

  it('forgets what it knew of a stored file that is deleted', async () => {
    await store('a.pcap.gz');
    await insert('a.pcap.gz', { state: 'stored' });
    await test.call(routes.delete, { params: { ...params(), filename: 'a.pcap.gz' }, as: observer });
    expect(await test.db.select().from(captures)).toEqual([]);
    expect(await test.deps.storage.listObjects(`capture/${challengeId}/`)).toEqual([]);
  });

  it('lists nothing without captures', async () => {
    expect((await test.call(routes.challenges, { params: { id: 2147483647 }, as: monitor })).body).toEqual([]);
    expect((await test.call(routes.files, { params: params(), as: monitor })).body).toEqual([]);
    const teams = await test.call(routes.teams, { params: { challengeId }, as: monitor });
    expect([teams.status, (teams.body as unknown as { status: number }).status]).toEqual([404, 404]);
    expectError(teams, 'capture.notFound');
  });

  it('leaves out deleted teams', async () => {
    await store('a.pcap.gz');
    await test.db.delete(participations).where(eq(participations.id, partId));
    const teams = await test.call(routes.teams, { params: { challengeId }, as: monitor });
    expect([teams.status, teams.body]).toEqual([200, []]);
  });

  it('downloads a stored file, whole or a range', async () => {
    const bytes = await store('a.pcap.gz');
    const whole = await get('a.pcap.gz');
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a.pcap.gz"; filename*=UTF-8''a.pcap.gz`,
      'content-length': '1000',
      'x-content-type-options': 'nosniff',
    });
    const part = await get('a.pcap.gz', { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 10-19/1000']);
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    const other = await get('a.pcap.gz', { range: 'bytes=10-19', 'if-range': '"other"' });
    expect(other.rawPayload.equals(bytes)).toBe(true);
    expect((await get('a.pcap.gz', { range: 'bytes=1000-' })).statusCode).toBe(416);
  });

  it('refuses a file that is not stored', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await test.send({ method, url: urlOf('none.pcap.gz'), as: monitor });
      expect(reply).toMatchObject({ status: 404, body: { code: 'capture.fileNotFound', status: 400 } });
    }
  });

  it('refuses a file name that is not a single path segment', async () => {
    await store('a.pcap.gz');
    await test.deps.storage.putObject('secret.txt', Readable.from(['secret']), 100);
    const names = [
      '..%2f..%2f..%2fsecret.txt',
      '..%5c..%5csecret.txt',
      '%2e%2e%2f%2e%2e%2fsecret.txt',
      '..%252f..%252fsecret.txt',
      '../../../secret.txt',
      '..',
      '%2e%2e',
      '.',
      '%2e',
      '.hidden',
      '%00a.pcap.gz',
      'a.pcap.gz%00',
      'a.pcap.gz%0a',
      'a%20b',
      'deep%2fer.pcap.gz',
      '/a.pcap.gz',
      'C:a.pcap.gz',
      '%e2%80%ae.gz',
      'a'.repeat(129),
      'a'.repeat(512),
    ];
    for (const name of names) {
      for (const method of ['GET', 'DELETE'] as const) {
        expect([name, await statusOf(method, urlOf(name))]).toEqual([name, 404]);
      }
    }
    for (const path of ['captures/1/..', 'captures/..%2f1/1', 'captures/1/x', 'captures/99999999999']) {
      expect([path, await statusOf('GET', `/api/game/${path}`)]).toEqual([path, 404]);
    }
    expect(await test.deps.storage.statObject('secret.txt')).toBeDefined();
    expect((await test.call(routes.files, { params: params(), as: monitor })).body).toHaveLength(1);
  });

  it('downloads all files of a team as one archive', async () => {
    const first = await store('a.pcap.gz', randomBytes(3 * megabyte));
    const second = await store('b.pcap.gz', Buffer.alloc(0));
    await store('c.pcap.gz', randomBytes(10), partId + 1);
    test.clock.moveTo(new Date('2031-02-03T04:05:06Z'));
    const reply = await test.app.inject({ url: urlOf('ALL'), headers: { cookie: await test.signIn(await admin()) } });
    test.clock.moveTo(new Date());
    const name = `Capture-${challengeId}-${partId}-20310203-04.05.06Z`;
    expect(reply.headers).toMatchObject({ 'content-type': 'application/gzip' });
    expect(reply.headers['content-disposition']).toContain(`filename="${name}.tar.gz"`);
    const files = await unpack(reply.rawPayload);
    expect(files.map((file) => file.name)).toEqual([`${name}/a.pcap.gz`, `${name}/b.pcap.gz`]);
    expect(files.map((file) => file.content.equals(file.name.endsWith('a.pcap.gz') ? first : second))).toEqual([
      true,
      true,
    ]);
    const stored = await test.deps.storage.statObject(`capture/${challengeId}/${partId}/a.pcap.gz`);
    expect(Math.abs((stored?.updatedAt.getTime() ?? 0) - (files[0]?.mtime?.getTime() ?? 0))).toBeLessThan(1001);
  });

  const admin = () => buildAccount(test.db, { role: 'Admin' });

  it('sends an empty archive without captures', async () => {
    const reply = await get('all');
    expect(reply.statusCode).toBe(200);
    expect(await unpack(reply.rawPayload)).toEqual([]);
  });

  it('stops reading when the client disconnects', async () => {
    await store('a.pcap.gz', randomBytes(48 * megabyte));
    const read = vi.spyOn(test.deps.storage, 'readObject');
    const asked = httpRequest(`${url}${urlOf('all')}`, { headers: { cookie: await test.signIn(monitor) } });
    asked.end();
    const [response] = await once(asked, 'response');
    await once(response, 'readable');
    asked.destroy();
    await vi.waitFor(() => expect(read.mock.results[0]?.value.destroyed).toBe(true), { timeout: 30_000 });
    read.mockRestore();
  });

  it('deletes one file and audits it', async () => {
    await store('a.pcap.gz');
    await store('b.pcap.gz');
    const reply = await test.call(routes.delete, { params: { ...params(), filename: 'a.pcap.gz' }, as: observer });
    expect([reply.status, reply.body]).toEqual([200, undefined]);
    const left = await test.call(routes.files, { params: params(), as: monitor });
    expect(left.body.map(({ fileName }) => fileName)).toEqual(['b.pcap.gz']);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId));
    expect(entries).toMatchObject([
      {
        accountId: observer.id,
        action: 'capture.delete',
        target: `capture:${challengeId}/${partId}`,
        before: { fileName: 'a.pcap.gz', sizeBytes: 1000 },
        after: null,
      },
    ]);
  });

  it('deletes all files of a team, also when there are none', async () => {
    await store('a.pcap.gz');
    await store('b.pcap.gz', randomBytes(10), partId + 1);
    for (let time = 0; time < 2; time += 1) {
      expect((await test.call(routes.deleteAll, { params: params(), as: monitor })).status).toBe(200);
    }
    expect((await get('a.pcap.gz')).statusCode).toBe(404);
    expect(await test.deps.storage.listObjects(`capture/${challengeId}/`)).toHaveLength(1);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId));
    expect(entries).toMatchObject([{ action: 'capture.delete', before: { files: 1, sizeBytes: 1000 } }]);
  });

  it('is for monitors and observers of the game of the challenge', async () => {
    await store('a.pcap.gz');
    const other = await buildGame(test.db);
    const elsewhere = await buildAccount(test.db);
    await test.db
      .insert(gameStaff)
      .values({ gameId: other.id, accountId: elsewhere.id, role: 'organiser', addedById: monitor.id });
    const player = await buildAccount(test.db);
    const calls = [
      { method: 'GET', url: `/api/game/games/${gameId}/captures` },
      { method: 'GET', url: `/api/game/captures/${challengeId}` },
      { method: 'GET', url: `/api/game/captures/${challengeId}/${partId}` },
      { method: 'GET', url: urlOf('all') },
      { method: 'GET', url: urlOf('a.pcap.gz') },
      { method: 'DELETE', url: urlOf('a.pcap.gz') },
      { method: 'DELETE', url: urlOf('all') },
    ] as const;
    for (const call of calls) {
      expect((await test.send(call)).status).toBe(401);
      for (const as of [player, elsewhere]) expect((await test.send({ ...call, as })).status).toBe(403);
      expect((await test.send({ ...call, as: observer })).status).toBe(200);
    }
    const unknown = { url: '/api/game/captures/2147483647' };
    expect((await test.send({ ...unknown, as: observer })).status).toBe(403);
    expect((await test.send({ ...unknown, as: monitor })).status).toBe(404);
  });
});
