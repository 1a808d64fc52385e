import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ContainerSpec, mainPort } from './engine';
import { createFakeEngine } from './fake';

const spec = (changes: Partial<ContainerSpec> = {}): ContainerSpec => ({
  id: randomUUID(),
  image: 'busybox:musl',
  env: { FLAG: 'flag{fake}', TEAM_ID: '7' },
  ports: [{ name: 'main', port: 9000 }],
  memoryMiB: 64,
  cpuTenths: 1,
  storageMiB: 16,
  networkMode: 'Open',
  ...changes,
});

const ask = (port: number, line: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\n`));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString().trim());
      socket.destroy();
    });
  });

describe('the fake engine', () => {
  const engine = createFakeEngine();
  afterEach(() => engine.close());

  it('answers with the flag and the variables it was given', async () => {
    const { hostPort } = mainPort(await engine.start(spec()));
    expect(await ask(hostPort ?? 0, 'flag')).toBe('flag{fake}');
    expect(await ask(hostPort ?? 0, 'env TEAM_ID')).toBe('7');
  });

  it('gives the same container to fifty starts of one id', async () => {
    const wanted = spec();
    const all = await Promise.all(Array.from({ length: 50 }, () => engine.start(wanted)));
    expect(new Set(all.map((one) => mainPort(one).hostPort)).size).toBe(1);
    expect(await engine.list()).toHaveLength(1);
  });

  it('fails the starts set to fail, then starts again', async () => {
    engine.failStarts('noCapacity');
    await expect(engine.start(spec())).rejects.toMatchObject({ code: 'noCapacity' });
    expect((await engine.start(spec())).state).toBe('running');
  });

  it('holds starts until released and leaves nothing when one is aborted or stopped', async () => {
    const release = engine.holdStarts();
    const abort = new AbortController();
    const [kept, aborted, stopped] = [spec(), spec(), spec()];
    const starting = engine.start(kept);
    const refused = expect(engine.start(aborted, abort.signal)).rejects.toMatchObject({ code: 'aborted' });
    const calledOff = expect(engine.start(stopped)).rejects.toMatchObject({ code: 'aborted' });
    abort.abort();
    await engine.stop(stopped.id);
    await Promise.all([refused, calledOff]);
    release();
    await starting;
    expect((await engine.list()).map((one) => one.id)).toEqual([kept.id]);
  });

  it('notifies watchers of an exit and a loss, not of a silent loss', async () => {
    const seen: string[] = [];
    const abort = new AbortController();
    const watching = engine.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    const [one, two, three] = [spec(), spec(), spec()];
    for (const each of [one, two, three]) await engine.start(each);
    engine.exit(one.id);
    engine.lose(two.id);
    engine.lose(three.id, { silently: true });
    abort.abort();
    await watching;
    expect(seen).toEqual([`exited ${one.id}`, `removed ${two.id}`]);
    expect(await engine.list()).toMatchObject([{ id: one.id, state: 'exited', ports: [{ hostPort: null }] }]);
  });

  it('replaces a container that exited', async () => {
    const wanted = spec();
    await engine.start(wanted);
    engine.exit(wanted.id);
    expect((await engine.start(wanted)).state).toBe('running');
  });

  it('removes what no row knows', async () => {
    const known = spec();
    const stray = spec();
    await engine.start(known);
    await engine.addStray(stray);
    expect(await engine.removeLeftovers(new Set([known.id]))).toEqual([stray.id]);
    expect(await engine.inspect(stray.id)).toBeNull();
  });

  it('says of an end what the test says', async () => {
    const wanted = spec();
    await engine.start(wanted);
    engine.exit(wanted.id, { exitCode: 137, outOfMemory: true });
    expect(await engine.inspect(wanted.id)).toMatchObject({ exitCode: 137, outOfMemory: true });
  });

  it('keeps what is written into a container, and serves it', async () => {
    const { id, ports } = await engine.start(spec({ env: {} }));
    await engine.writeFile(id, '/run/flag', Buffer.from('flag{file}'), 0o400);
    expect(engine.filesOf(id).get('/run/flag')).toMatchObject({ mode: 0o400 });
    expect(await ask(ports[0]?.hostPort ?? 0, 'file /run/flag')).toBe('flag{file}');
  });

  it('pulls with progress, holds pulls, and fails those set to fail', async () => {
    const seen: number[] = [];
    const release = engine.holdPulls();
    const pulled = engine.pullImage('vexil/a:1', (part) => seen.push(part));
    expect(seen).toEqual([0.5]);
    expect(await engine.hasImage('vexil/a:1')).toBe(false);
    release();
    await pulled;
    expect(seen).toEqual([0.5, 1]);
    expect(await engine.hasImage('vexil/a:1')).toBe(true);
    engine.failPulls('imageDenied');
    await expect(engine.pullImage('vexil/b:1', () => undefined)).rejects.toMatchObject({ code: 'imageDenied' });
  });

  it('answers runs as the test says, within their limits', async () => {
    const { id: target } = await engine.start(spec());
    const run = { id: randomUUID(), target, image: 'solver', env: {}, memoryMiB: 64, cpuTenths: 1 };
    const limits = { timeoutMs: 5_000, outputBytesMax: 4 };
    engine.answerRuns(({ env }) => ({ exitCode: 0, timedOut: false, output: `${env.A}cdef` }));
    expect(await engine.run({ ...run, env: { A: 'ab' }, ...limits })).toMatchObject({ exitCode: 0, output: 'cdef' });
    engine.answerRuns(() => new Promise(() => undefined));
    const late = await engine.run({ ...run, ...limits, timeoutMs: 5 });
    expect(late).toMatchObject({ exitCode: null, timedOut: true });
    expect(engine.runs).toHaveLength(2);
  });

  it('refuses a spec no engine could honour', async () => {
    await expect(engine.start(spec({ ports: [{ name: 'main', port: 0 }] }))).rejects.toMatchObject({
      code: 'invalidSpec',
    });
    await expect(engine.start(spec({ id: 'not-a-uuid' }))).rejects.toMatchObject({ code: 'invalidSpec' });
  });
});
