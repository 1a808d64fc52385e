import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContainerSpec } from './engine';
import { createFakeEngine } from './fake';

const spec = (changes: Partial<ContainerSpec> = {}): ContainerSpec => ({
  id: randomUUID(),
  image: 'busybox:musl',
  env: { FLAG: 'flag{fake}', TEAM_ID: '7' },
  exposePort: 9000,
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
    const { hostPort } = await engine.start(spec());
    expect(await ask(hostPort ?? 0, 'flag')).toBe('flag{fake}');
    expect(await ask(hostPort ?? 0, 'env TEAM_ID')).toBe('7');
  });

  it('gives the same container to fifty starts of one id', async () => {
    const wanted = spec();
    const all = await Promise.all(Array.from({ length: 50 }, () => engine.start(wanted)));
    expect(new Set(all.map((one) => one.hostPort)).size).toBe(1);
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
    expect(await engine.list()).toMatchObject([{ id: one.id, state: 'exited', hostPort: null }]);
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

  it('refuses a spec no engine could honour', async () => {
    await expect(engine.start(spec({ exposePort: 0 }))).rejects.toMatchObject({ code: 'invalidSpec' });
    await expect(engine.start(spec({ id: 'not-a-uuid' }))).rejects.toMatchObject({ code: 'invalidSpec' });
  });
});
