import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDockerEngine } from './docker';
import type { EngineCapabilities, NetworkMode, RunningContainer } from './engine';
import { waitUntilReady } from './probe';
import { askContainer, buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from './testing';

const sh = (command: string) => promisify(execFile)('sh', ['-c', command]);
const POOL = '10.217.0.0/16';

describeWithDocker('networks of a Docker Engine', () => {
  const docker = openTestDocker();
  const engine = createDockerEngine({ host: dockerHost, deployment: `test-${randomUUID()}`, networkPool: POOL });
  let capabilities: EngineCapabilities;
  let hostListener: Server;
  let hostPort: number;

  const begin = async (networkMode: NetworkMode): Promise<RunningContainer> => {
    const container = await engine.start(buildSpec({ networkMode }));
    await waitUntilReady(engine, container, { timeoutMs: 20_000 });
    return container;
  };
  const reaches = async (from: RunningContainer, host: string, port: number) =>
    (await askContainer(from, `reach ${host} ${port}`)) === 'yes';
  const gatewayOf = (container: RunningContainer) =>
    (container.internalHost ?? '').replace(/\d+$/, (last) => `${Number(last) - 1}`);

  beforeAll(async () => {
    await buildTestImage(docker);
    capabilities = await engine.capabilities();
    hostListener = createServer((socket) => socket.end('hello\n')).listen(0, '0.0.0.0');
    await once(hostListener, 'listening');
    const address = hostListener.address();
    hostPort = address !== null && typeof address === 'object' ? address.port : 0;
  });
  afterAll(async () => {
    hostListener.close();
    await engine.removeLeftovers(new Set());
    await engine.close();
    await removeRules();
  });

  it('isolates two instances and reports correctly on their published ports', async () => {
    const [one, two] = [await begin('Open'), await begin('Open')];
    expect(await askContainer(two, 'hello')).toBe('hello');
    expect(await reaches(one, '127.0.0.1', 9000)).toBe(true);
    expect(await reaches(one, two.internalHost ?? '', 9000)).toBe(false);
    // The engine's relay listens on every address of the host, so only the rules for the host keep it from instances.
    const { enforced } = capabilities.cannotReachHost;
    expect(await reaches(one, gatewayOf(one), two.hostPort ?? 0)).toBe(!enforced);
    expect(await reaches(one, gatewayOf(two), two.hostPort ?? 0)).toBe(!enforced);
  });

  it('reports correctly whether the host is unreachable', async () => {
    const container = await begin('Isolated');
    const bridge = await docker.createNetwork({ Name: `other-${randomUUID()}` });
    const details = (await bridge.inspect()) as { IPAM: { Config: { Gateway: string }[] } };
    const elsewhere = details.IPAM.Config[0]?.Gateway ?? '';
    const { enforced } = capabilities.cannotReachHost;
    expect(await reaches(container, gatewayOf(container), hostPort)).toBe(!enforced);
    expect(await reaches(container, elsewhere, hostPort)).toBe(!enforced);
    expect(await askContainer(container, 'hello')).toBe('hello');
    await bridge.remove();
  });

  it('lets only Open containers out, and those to the internet only', async ({ skip }) => {
    const internet = await buildInternet();
    if (internet === null) {
      process.stderr.write('\nSKIPPED, no network namespaces here: reachability of the internet from containers\n');
      return skip();
    }
    try {
      const [open, isolated] = [await begin('Open'), await begin('Isolated')];
      expect(await reaches(open, internet.publicAddress, 8080)).toBe(true);
      expect(await reaches(isolated, internet.publicAddress, 8080)).toBe(false);
      const closed = capabilities.openCannotReachPrivateRanges.enforced;
      expect(await reaches(open, internet.privateAddress, 8080)).toBe(!closed);
      expect(await reaches(open, internet.metadataAddress, 8080)).toBe(!closed);
    } finally {
      await internet.remove();
    }
  });

  it('blocks egress while the engine reorders its own rules', async ({ skip }) => {
    const internet = await buildInternet();
    if (internet === null || !capabilities.openCannotReachPrivateRanges.enforced) {
      process.stderr.write('\nSKIPPED, no rules or network namespaces here: reachability while networks are made\n');
      await internet?.remove();
      return skip();
    }
    const [open, isolated] = [await begin('Open'), await begin('Isolated')];
    try {
      // What an engine does for a moment with each network that it makes.
      await sh('iptables -w 5 -D FORWARD -j DOCKER-USER');
      expect(await reaches(open, internet.privateAddress, 8080)).toBe(false);
      expect(await reaches(open, internet.metadataAddress, 8080)).toBe(false);
      expect(await reaches(isolated, internet.publicAddress, 8080)).toBe(false);
      expect(await reaches(open, internet.publicAddress, 8080)).toBe(true);
      expect(await askContainer(isolated, 'hello')).toBe('hello');
    } finally {
      await sh('iptables -w 5 -C FORWARD -j DOCKER-USER || iptables -w 5 -I FORWARD 1 -j DOCKER-USER');
      await internet.remove();
    }
  });

  it('gives Isolated containers no resolver that would carry data out', async () => {
    const { engineId } = await begin('Isolated');
    const { HostConfig } = await docker.getContainer(engineId).inspect();
    expect(HostConfig.Dns).toEqual(['127.0.0.1']);
  });
});

/** A machine beyond the host with a public, a private and the metadata address; null where that needs more rights. */
async function buildInternet() {
  const name = `vx${Math.floor(Math.random() * 1e6)}`;
  const [publicAddress, privateAddress, metadataAddress] = ['198.51.100.2', '10.99.99.2', '169.254.169.254'];
  const remove = () => sh(`ip netns pids ${name} | xargs -r kill; ip netns del ${name}; ip link del ${name}h || true`);
  try {
    await sh(
      [
        'set -e',
        `ip netns add ${name}`,
        `ip link add ${name}h type veth peer name ${name}n netns ${name}`,
        `ip addr add 198.51.100.1/24 dev ${name}h`,
        `ip link set ${name}h up`,
        `ip route add ${privateAddress} dev ${name}h`,
        `ip route add ${metadataAddress} dev ${name}h`,
        `ip -n ${name} link set lo up`,
        `ip -n ${name} addr add ${publicAddress}/24 dev ${name}n`,
        `ip -n ${name} link set ${name}n up`,
        `ip -n ${name} addr add ${privateAddress}/32 dev ${name}n`,
        `ip -n ${name} addr add ${metadataAddress}/32 dev ${name}n`,
        `(ip netns exec ${name} busybox nc -ll -p 8080 -e echo hello >/dev/null 2>&1 &)`,
      ].join('\n'),
    );
    return { publicAddress, privateAddress, metadataAddress, remove };
  } catch {
    await remove().catch(() => undefined);
    return null;
  }
}

/** The driver leaves its rules in place, as containers outlive it; a test must not. */
async function removeRules(): Promise<void> {
  const chains = [
    ['filter', 'DOCKER-USER', 'VEXIL-F-10.217.0.0-17'],
    ['filter', 'INPUT', 'VEXIL-I-10.217.0.0-17'],
    ['mangle', 'POSTROUTING', 'VEXIL-P-10.217.0.0-17'],
  ];
  for (const [table, hook, chain] of chains) {
    const [unhook, empty, remove] = [`-D ${hook} -j ${chain}`, `-F ${chain}`, `-X ${chain}`].map(
      (change) => `iptables -w 5 -t ${table} ${change}`,
    );
    await sh(`${unhook}; ${empty}; ${remove}`).catch(() => undefined);
  }
}
