import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { captures } from '@vexil/db/schema/capture';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { followStream, hasTshark, listWarnings } from '@vexil/runtime/testing/tshark';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { readStreams } from '../../testing/capture';
import { Recorder, type RecorderDeps, type RecorderOptions } from './recorder';
import type { RelayPeer, RelayTap, RelayTarget } from './relay-tap';

const peer: RelayPeer = { address: '203.0.113.7', port: 51_234, accountId: null };
const wait = { timeout: 30_000 };
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe('the recorder', () => {
  let test: TestApp;
  let directory: string;
  let target: RelayTarget;
  let teamName: string;
  const recorders: Recorder[] = [];

  beforeAll(async () => {
    test = await createTestApp();
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vexil-captures-'));
    const gameId = (await buildGame(test.db)).id;
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'DynamicContainer', exposePort: 1337 });
    const { participation, team } = await buildParticipation(test.db, { gameId });
    teamName = team.name;
    await test.db.insert(teamChallenges).values({
      participationId: participation.id,
      challengeId: challenge.id,
      gameId,
      flagSealed: testSealing.seal('flag{nightjars}'),
    });
    const [container] = await test.db
      .insert(containers)
      .values({
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId: participation.id,
        image: 'x',
        state: 'running',
        engineId: 'e'.repeat(64),
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning();
    target = {
      containerId: container?.id ?? '',
      kind: 'Team',
      gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      portName: 'main',
      address: '172.17.0.2',
      port: 32_768,
      isRecorded: true,
    };
  });
  afterEach(async () => {
    for (const recorder of recorders.splice(0)) await recorder.close();
    await test.db.delete(captures);
    await rm(directory, { recursive: true });
  });
  afterAll(() => test.close());

  type Settings = Partial<RecorderOptions> & { deps?: Partial<RecorderDeps>; config?: Partial<RecorderDeps['config']> };

  async function start({ deps, config, ...options }: Settings = {}): Promise<Recorder> {
    const settings = { captureDirectory: directory, containerPortMapping: 'proxy' as const, ...config };
    const recorder = new Recorder(
      { ...test.deps, ...deps, config: { ...test.deps.config, ...settings } },
      // The timers are not what most tests are about; they call `tick` and `check`.
      { idleMs: 20, freeBytesMin: 0, tickMs: 1_000_000, checkMs: 1_000_000, ...options },
    );
    await recorder.start();
    recorders.push(recorder);
    return recorder;
  }

  function connect(recorder: Recorder, from: Partial<RelayPeer> = {}, to: Partial<RelayTarget> = {}): RelayTap {
    const tap = recorder.openTap({ ...target, ...to }, { ...peer, ...from });
    if (!tap) throw new Error('The connection is not recorded.');
    return tap;
  }

  const listRows = () => test.db.select().from(captures).orderBy(asc(captures.id));
  const folder = () => `capture/${target.challengeId}/${target.participationId}/`;

  async function readStored(): Promise<{ name: string; content: Buffer }[]> {
    const objects = await test.deps.storage.listObjects(folder());
    return Promise.all(
      objects.map(async ({ key }) => ({
        name: key.slice(folder().length),
        content: gunzipSync(await buffer(test.deps.storage.readObject(key))),
      })),
    );
  }

  async function waitForStored(count = 1) {
    return vi.waitFor(async () => {
      const rows = await listRows();
      expect(rows.map(({ state }) => state)).toEqual(new Array(count).fill('stored'));
      return rows;
    }, wait);
  }

  async function readSpool(): Promise<Buffer[]> {
    const files = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.pcap'));
    return Promise.all(files.map((name) => readFile(join(directory, name))));
  }

  it('stores the connections of an instance in one file, once none is open', async () => {
    const recorder = await start();
    const [asked, replied] = [randomBytes(5000), randomBytes(200_000)];
    const first = connect(recorder);
    const second = connect(recorder, { address: '2001:db8::9' });
    first.fromClient(asked);
    second.fromClient(Buffer.from('second'));
    first.fromContainer(replied.subarray(0, 70_000));
    first.fromContainer(replied.subarray(70_000));
    first.end('client');
    second.end('container');
    const [row] = await waitForStored();
    const [stored] = await readStored();
    const prefix = target.containerId.replaceAll('-', '').slice(0, 12);
    expect(stored?.name).toMatch(new RegExp(`^${prefix}-[0-9A-Z]{13}\\.pcap\\.gz$`));
    const streams = readStreams(stored?.content ?? Buffer.alloc(0));
    expect(streams.map(({ clientPort }) => clientPort)).toEqual([10_002, 10_003]);
    expect(streams[0]?.client.equals(asked)).toBe(true);
    expect(streams[0]?.container.equals(replied)).toBe(true);
    expect(String(streams[1]?.client)).toBe('second');
    expect(row).toMatchObject({
      fileName: stored?.name,
      connections: 2,
      clients: ['203.0.113.7', '2001:db8::9'],
      missingBytes: 0,
      part: 1,
      sizeBytes: (await test.deps.storage.statObject(`${folder()}${stored?.name}`))?.sizeBytes,
    });
    expect(await readSpool()).toEqual([]);
  });

  it('writes what the file is of and who connected as comments', async () => {
    const recorder = await start();
    connect(recorder, { accountId: '018f6b1e-0000-7000-8000-000000000000' }).end('client');
    await waitForStored();
    const [stored] = await readStored();
    const text = stored?.content.toString('utf8') ?? '';
    const about = JSON.parse(text.slice(text.indexOf('{\n'), text.indexOf('\n}') + 2));
    expect(about).toEqual({
      Challenge: expect.stringMatching(/^Challenge/),
      ChallengeId: target.challengeId,
      Team: teamName,
      TeamId: expect.any(Number),
      ContainerId: 'e'.repeat(64),
      Flag: 'flag{nightjars}',
    });
    expect(text).toContain(`from 203.0.113.7 port 51234, team ${teamName}`);
    expect(text).toContain('account 018f6b1e-0000-7000-8000-000000000000');
  });

  it.skipIf(!hasTshark)(
    'is followed by Wireshark to the exact bytes, with the port of the container (needs tshark)',
    async () => {
      const recorder = await start();
      const [asked, replied] = [randomBytes(3000), randomBytes(100_000)];
      const tap = connect(recorder);
      tap.fromClient(asked);
      tap.fromContainer(replied);
      tap.end('lifetime');
      await waitForStored();
      const [stored] = await readStored();
      const file = join(directory, 'read.pcap');
      await writeFile(file, stored?.content ?? '');
      const found = await followStream(file, 0);
      expect(found.client.equals(asked)).toBe(true);
      expect(found.container.equals(replied)).toBe(true);
      expect(await listWarnings(file)).toEqual([]);
      expect(stored?.content.includes('Ended by the platform: lifetime')).toBe(true);
    },
  );

  it.each([
    {
      what: 'text, which is compressed',
      content: Buffer.from('GET /flag HTTP/1.1\r\n'.repeat(10_000)),
      share: [0, 0.1],
    },
    { what: 'random bytes, which cannot be', content: randomBytes(200_000), share: [0.99, 1.1] },
  ])('stores $what', async ({ content, share: [least = 0, most = 0] }) => {
    const recorder = await start();
    const tap = connect(recorder);
    tap.fromContainer(content);
    tap.end('client');
    const [row] = await waitForStored();
    const [stored] = await readStored();
    const [stream] = readStreams(stored?.content ?? Buffer.alloc(0));
    expect(stream?.container.equals(content)).toBe(true);
    const share = (row?.sizeBytes ?? 0) / content.length;
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });

  it('keeps what passed readable in the spool within a second, and its row up to date', async () => {
    const recorder = await start();
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('hello'));
    const at = performance.now();
    await vi.waitFor(
      async () => expect(String(readStreams((await readSpool())[0] ?? Buffer.alloc(0))[0]?.client)).toBe('hello'),
      { timeout: 30_000, interval: 20 },
    );
    expect(performance.now() - at).toBeLessThan(5000);
    await recorder.tick();
    const [open] = await listRows();
    expect(open).toMatchObject({ state: 'open', connections: 1, clients: ['203.0.113.7'] });
    const before = open?.sizeBytes ?? 0;
    expect(before).toBeGreaterThan(400);
    tap.fromContainer(randomBytes(10_000));
    await recorder.tick();
    expect((await listRows())[0]?.sizeBytes).toBeGreaterThan(before + 10_000);
    tap.end('client');
  });

  it('goes on in the next file where one has its size, without losing a byte', async () => {
    const recorder = await start({ fileBytesMax: 100_000 });
    const content = randomBytes(500_000);
    const tap = connect(recorder);
    for (let start = 0; start < content.length; start += 50_000)
      tap.fromContainer(content.subarray(start, start + 50_000));
    tap.end('container');
    const rows = await waitForStored(6);
    expect(rows.map(({ part }) => part).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(rows.map(({ recording }) => recording)).size).toBe(1);
    const stored = (await readStored()).sort((a, b) => a.name.length - b.name.length || a.name.localeCompare(b.name));
    expect(stored[1]?.name).toMatch(/-2\.pcap\.gz$/);
    const parts = stored.map((each) => readStreams(each.content)[0]);
    expect(parts.every((part) => part === undefined || part.clientPort === 10_002)).toBe(true);
    expect(Buffer.concat(parts.map((part) => part?.container ?? Buffer.alloc(0))).equals(content)).toBe(true);
    expect(stored[1]?.content.includes('before this file: 0 bytes from the client and 100000 bytes')).toBe(true);
  });

  it('loses nothing of what passes while it reads whose instance it is', async () => {
    const recorder = await start();
    const content = randomBytes(5_000_000);
    const tap = connect(recorder);
    for (let start = 0; start < content.length; start += 50_000)
      tap.fromContainer(content.subarray(start, start + 50_000));
    tap.end('container');
    const [row] = await waitForStored();
    expect(row?.missingBytes).toBe(0);
    const [stored] = await readStored();
    expect(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.container.equals(content)).toBe(true);
  });

  it('leaves out what it has no memory for, says so in the file, and takes no more memory', async () => {
    const recorder = await start({ queuedBytesMax: 150_000 });
    const tap = connect(recorder);
    await vi.waitFor(async () => expect(await readSpool()).toHaveLength(1), wait);
    for (let count = 0; count < 10; count += 1) tap.fromContainer(Buffer.alloc(60_000, count));
    tap.fromClient(Buffer.from('next'));
    tap.end('client');
    const [row] = await waitForStored();
    expect(row?.missingBytes).toBe(480_000);
    expect(recorder.totals.missingBytes).toBe(480_000);
    const [stored] = await readStored();
    expect(stored?.content.includes('480000 bytes before this packet were not recorded')).toBe(true);
    expect(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.container).toHaveLength(120_000);
  });

  it('holds connections while a quarter of its memory waits to be written', async () => {
    const recorder = await start({ memoryBytesMax: 400_000, holdMs: 1_000_000 });
    const tap = connect(recorder);
    await vi.waitFor(async () => expect(await readSpool()).toHaveLength(1), wait);
    for (let count = 0; count < 50; count += 1) {
      tap.fromContainer(Buffer.alloc(60_000, count));
      await tap.hold?.();
    }
    tap.fromContainer(Buffer.alloc(60_000));
    expect(tap.hold?.()).toBeUndefined();
    tap.fromContainer(Buffer.alloc(60_000));
    const held = tap.hold?.();
    expect(held).toBeInstanceOf(Promise);
    await held;
    tap.end('client');
    const [row] = await waitForStored();
    expect(row?.missingBytes).toBe(0);
  });

  it('ends the file that a request names and goes on in the next one', async () => {
    const recorder = await start();
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('before'));
    await vi.waitFor(() => recorder.tick().then(async () => expect(await listRows()).toHaveLength(1)), wait);
    await test.db.update(captures).set({ cutAt: new Date() });
    await recorder.tick();
    await waitForStored();
    tap.fromClient(Buffer.from('after'));
    tap.end('client');
    await waitForStored(2);
    const contents = (await readStored()).map(({ content }) => String(readStreams(content)[0]?.client));
    expect(contents.sort()).toEqual(['after', 'before']);
  });

  it('discards an open file that was deleted', async () => {
    const recorder = await start();
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('deleted'));
    await vi.waitFor(() => recorder.tick().then(async () => expect(await listRows()).toHaveLength(1)), wait);
    await test.db.update(captures).set({ deletedAt: new Date() });
    await recorder.tick();
    await vi.waitFor(async () => expect(await listRows()).toEqual([]), wait);
    tap.fromClient(Buffer.from('kept'));
    tap.end('client');
    await waitForStored();
    expect((await readStored()).map(({ content }) => String(readStreams(content)[0]?.client))).toEqual(['kept']);
  });

  it('ends with the container, before its time without connections', async () => {
    const recorder = await start({ idleMs: 1_000_000 });
    connect(recorder).end('client');
    await recorder.check();
    expect(recorder.recordingCount).toBe(1);
    await test.db.update(containers).set({ state: 'destroyed' }).where(eq(containers.id, target.containerId));
    await vi.waitFor(() => recorder.check().then(() => expect(recorder.recordingCount).toBe(0)), wait);
    await waitForStored();
  });

  it('stores what a killed process left, up to its last whole packet', async () => {
    const killed = await start();
    const tap = connect(killed);
    tap.fromClient(Buffer.from('before the kill'));
    await vi.waitFor(async () => expect(readStreams((await readSpool())[0] ?? Buffer.alloc(0))).toHaveLength(1), wait);
    await killed.tick();
    recorders.splice(0);
    const [owner = ''] = await readdir(directory);
    const files = await readdir(join(directory, owner));
    const spooled = join(directory, owner, files.find((name) => name.endsWith('.pcap')) ?? '');
    await writeFile(spooled, Buffer.concat([await readFile(spooled), Buffer.from([6, 0, 0, 0, 200])]));
    const successor = await start();
    expect((await listRows())[0]?.state).toBe('open');
    await utimes(join(directory, owner, 'alive'), 0, 0);
    await successor.check();
    const [row] = await waitForStored();
    expect(row).toMatchObject({ connections: 1, clients: ['203.0.113.7'] });
    const [stored] = await readStored();
    expect(String(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.client)).toBe('before the kill');
    expect(await readdir(directory)).not.toContain(owner);
  });

  it.each([
    ['the quota is reached', { config: { captureDiskMaxMiB: 1 } }],
    ['the disk is nearly full', { freeBytesMin: Number.MAX_SAFE_INTEGER }],
  ])('records nothing while %s, and goes on when there is room (needs root)', async (_, settings: Settings) => {
    if (settings.config) {
      const place = { gameId: 1, challengeId: 1, participationId: 1, fileName: 'x', recording: 'x' };
      const times = { startedAt: new Date(), updatedAt: new Date() };
      const row = { ...place, ...times, state: 'stored' as const, serverId: test.deps.random.uuid() };
      await test.db.insert(captures).values({ ...row, sizeBytes: 1024 * 1024 });
    }
    const recorder = await start(settings);
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('not recorded'));
    await vi.waitFor(() => expect(recorder.totals.missingBytes).toBe(12), wait);
    expect(await readSpool()).toEqual([]);
    if (settings.config) {
      await test.db.delete(captures);
      await recorder.check();
      await recorder.tick();
      tap.fromClient(Buffer.from('recorded'));
      tap.end('client');
      await waitForStored();
      const [stored] = await readStored();
      expect(String(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.client)).toBe('recorded');
      expect(stored?.content.includes('before this file: 12 bytes from the client')).toBe(true);
    }
  });

  it('stops when a file cannot be written, and tries again after a minute', async () => {
    const recorder = await start();
    const [owner = ''] = await readdir(directory);
    await rm(join(directory, owner), { recursive: true });
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('lost'));
    await vi.waitFor(() => {
      tap.fromClient(Buffer.from('missed'));
      expect(recorder.totals.missingBytes).toBeGreaterThan(0);
    }, wait);
    await recorder.tick();
    expect(await listRows()).toEqual([]);
    await mkdir(join(directory, owner));
    await writeFile(join(directory, owner, 'alive'), '');
    test.clock.advance(61_000);
    await recorder.check();
    await recorder.tick();
    tap.fromClient(Buffer.from('recorded'));
    tap.end('client');
    await waitForStored();
    const [stored] = await readStored();
    expect(String(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.client)).toBe('recorded');
  });

  it.skipIf(!canMount)(
    'stores whole packets of what a full disk took, and goes on when there is room (needs root)',
    async () => {
      const disk = join(directory, 'disk');
      await mkdir(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'vexil-test', disk]);
      try {
        const recorder = await start({ config: { captureDirectory: disk } });
        const content = randomBytes(3_000_000);
        const tap = connect(recorder);
        await vi.waitFor(async () => expect(await readSpool()).toHaveLength(1), wait);
        for (let start = 0; start < content.length; start += 60_000) {
          tap.fromContainer(content.subarray(start, start + 60_000));
          await new Promise(setImmediate);
        }
        await waitForStored();
        const [stored] = await readStored();
        const got = readStreams(stored?.content ?? Buffer.alloc(0))[0]?.container ?? Buffer.alloc(0);
        expect(got.length).toBeGreaterThan(250_000);
        expect(recorder.totals.missingBytes).toBe(content.length - got.length);
        expect(content.subarray(0, got.length).equals(got)).toBe(true);
        test.clock.advance(61_000);
        await recorder.check();
        await recorder.tick();
        tap.fromContainer(Buffer.from('there is room'));
        tap.end('client');
        await waitForStored(2);
        await recorder.close();
      } finally {
        execFileSync('umount', ['--lazy', disk]);
      }
    },
  );

  it('keeps files that the storage does not take, and stores them later', async () => {
    let isDown = true;
    const storage = {
      ...test.deps.storage,
      putObject: (...given: Parameters<typeof test.deps.storage.putObject>) =>
        isDown ? Promise.reject(new Error('down')) : test.deps.storage.putObject(...given),
    };
    const recorder = await start({ deps: { storage } });
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('kept'));
    tap.end('client');
    await vi.waitFor(() => expect(recorder.recordingCount).toBe(0), wait);
    await recorder.check();
    expect(await readSpool()).toHaveLength(1);
    isDown = false;
    await recorder.check();
    await waitForStored();
  });

  it('goes on while the database is away, and stores afterwards', async () => {
    let isDown = false;
    const db = new Proxy(test.db, {
      get(real, name) {
        if (isDown) throw new Error('down');
        const value = Reflect.get(real, name);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    });
    const recorder = await start({ deps: { db } });
    isDown = true;
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('meanwhile'));
    await vi.waitFor(async () => expect(await readSpool()).toHaveLength(1), wait);
    await recorder.tick();
    tap.end('client');
    await vi.waitFor(() => expect(recorder.recordingCount).toBe(0), wait);
    isDown = false;
    await recorder.check();
    await waitForStored();
    const [stored] = await readStored();
    expect(String(readStreams(stored?.content ?? Buffer.alloc(0))[0]?.client)).toBe('meanwhile');
  });

  it('stores open recordings when the process ends', async () => {
    const recorder = await start({ idleMs: 1_000_000 });
    const tap = connect(recorder);
    tap.fromClient(Buffer.from('until the end'));
    await vi.waitFor(async () => expect(await readSpool()).toHaveLength(1), wait);
    tap.end('shutdown');
    await recorder.close();
    expect(await listRows()).toMatchObject([{ state: 'stored' }]);
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    ['the challenge does not ask for it', {}, { isRecorded: false }],
    ['it is a test container', {}, { kind: 'Test' }],
    ['the operator has turned it off', { containerCapture: false }, {}],
    ['containers are reached on published ports', { containerPortMapping: 'default' }, {}],
  ] as const)('records nothing where %s', async (_, config, to) => {
    const recorder = await start({ config });
    expect(recorder.openTap({ ...target, ...to }, peer)).toBeNull();
  });

  it('names the recording of a container that all teams share without a team', async () => {
    const recorder = await start();
    connect(recorder, {}, { kind: 'Shared', participationId: null }).end('client');
    const [row] = await waitForStored();
    expect(row?.participationId).toBe(0);
    expect(await test.deps.storage.listObjects(`capture/${target.challengeId}/0/`)).toHaveLength(1);
  });
});
