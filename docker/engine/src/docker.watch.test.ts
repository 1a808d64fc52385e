import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDockerEngine } from './docker';
import { parseDockerHost } from './docker-connection';
import { waitUntilReady } from './probe';
import { askContainer, buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from './testing';

describeWithDocker('following containers of a Docker Engine', () => {
  const docker = openTestDocker();
  const deployment = `test-${randomUUID()}`;
  const options = { host: dockerHost, networkPool: '10.215.0.0/16', firewall: false };
  const engine = createDockerEngine({ ...options, deployment });

  beforeAll(() => buildTestImage(docker));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
  });

  it('stops twice without complaint and takes the network along', async () => {
    const spec = buildSpec({ env: { START: 'stubborn' } });
    await engine.start(spec);
    await Promise.all([engine.stop(spec.id), engine.stop(spec.id)]);
    await engine.stop(spec.id);
    await engine.stop(randomUUID());
    expect(await engine.inspect(spec.id)).toBeNull();
    expect(await docker.listNetworks({ filters: { label: [`vexil.id=${spec.id}`] } })).toEqual([]);
  });

  it('lists what runs and what ended, and nothing of another deployment', async () => {
    const other = createDockerEngine({ ...options, deployment: `test-${randomUUID()}` });
    const [running, ended, foreign] = [buildSpec(), buildSpec(), buildSpec()];
    await engine.start(running);
    const { engineId } = await engine.start(ended);
    await other.start(foreign);
    await docker.getContainer(engineId).kill();
    const states = Object.fromEntries((await engine.list()).map((one) => [one.id, one.state]));
    expect(states).toEqual({ [running.id]: 'running', [ended.id]: 'exited' });
    expect(await engine.inspect(ended.id)).toMatchObject({ state: 'exited', hostPort: null });
    await other.stop(foreign.id);
    await other.close();
  });

  it('reports a killed and a removed container', async () => {
    const seen: string[] = [];
    const abort = new AbortController();
    const watching = engine.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    const [killed, ended] = [buildSpec(), buildSpec()];
    const first = await engine.start(killed);
    const second = await engine.start(ended);
    await waitUntilReady(engine, second, { timeoutMs: 20_000 });
    await docker.getContainer(first.engineId).remove({ force: true });
    await askContainer(second, 'exit');
    await vi.waitFor(() => {
      expect(seen).toContain(`exited ${killed.id}`);
      expect(seen).toContain(`removed ${killed.id}`);
      expect(seen).toContain(`exited ${ended.id}`);
      expect(seen).not.toContain(`removed ${ended.id}`);
    }, 30_000);
    abort.abort();
    await watching;
  });

  it('reconnects and reports the events in between', async () => {
    const gate = await openGate();
    const distant = createDockerEngine({ ...options, host: gate.host, deployment });
    const seen: string[] = [];
    const abort = new AbortController();
    const spec = buildSpec();
    const { engineId } = await distant.start(spec);
    const watching = distant.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    gate.shut();
    await expect(distant.list()).rejects.toMatchObject({ code: 'engineDown' });
    await docker.getContainer(engineId).kill();
    gate.open();
    await vi.waitFor(() => expect(seen).toContain(`exited ${spec.id}`), 30_000);
    abort.abort();
    await watching;
    await distant.close();
    await gate.close();
  });

  it('removes containers and networks no row knows, and keeps the others', async () => {
    const [known, stray] = [buildSpec(), buildSpec()];
    const lonely = randomUUID();
    await engine.start(known);
    await engine.start(stray);
    await docker.createNetwork({
      Name: `vexil-${lonely}`,
      IPAM: { Driver: 'default', Config: [{ Subnet: '10.215.255.248/29' }] },
      Labels: { 'vexil.deployment': deployment, 'vexil.id': lonely },
    });
    const removed = await engine.removeLeftovers(async (ids) => new Set(ids.filter((id) => id === known.id)));
    expect(removed).toEqual(expect.arrayContaining([stray.id, lonely]));
    expect(removed).not.toContain(known.id);
    expect(await engine.inspect(known.id)).toMatchObject({ state: 'running' });
    const networks = await docker.listNetworks({ filters: { label: [`vexil.deployment=${deployment}`] } });
    expect(networks.map((network) => network.Labels?.['vexil.id'])).toEqual([known.id]);
  });

  it('leaves a start that is under way alone', async () => {
    const spec = buildSpec();
    const start = engine.start(spec);
    const removed = await engine.removeLeftovers(new Set());
    expect(removed).not.toContain(spec.id);
    expect((await start).state).toBe('running');
  });
});

/** A socket in front of the engine's that can be shut, as an engine that restarts does. */
async function openGate() {
  const folder = await mkdtemp(join(tmpdir(), 'vexil-gate-'));
  const path = join(folder, 'docker.sock');
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (!isOpen) return near.destroy();
    const address = parseDockerHost(dockerHost ?? '');
    const far = 'socketPath' in address ? connect(address.socketPath) : connect(address.port, address.host);
    keep(far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    host: `unix://${path}`,
    shut: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      isOpen = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true });
    },
  };
}
