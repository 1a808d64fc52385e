import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from '../testing/docker';
import { createDockerEngine } from './docker';

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
    expect(await engine.inspect(ended.id)).toMatchObject({ state: 'exited', ports: [{ hostPort: null }] });
    await other.stop(foreign.id);
    await other.close();
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
});
