/** For tests that need a real Docker Engine; production code never imports this. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import Docker from 'dockerode';
import { describe } from 'vitest';
import { ensureBaseImage } from '../../challenges/build.mjs';
import { parseDockerHost } from '../src/docker-connection';
import type { ContainerSpec, RunningContainer } from '../src/engine';

export const dockerHost = process.env.DOCKER_HOST;
/** Of all instances of the tests; the engine's own when absent. */
export const testRuntime = process.env.TEST_CONTAINER_RUNTIME;

const WHY_NOT = dockerHost === undefined ? 'DOCKER_HOST is not set' : 'TEST_DOCKER is 0';
const withDocker = dockerHost !== undefined && process.env.TEST_DOCKER !== '0';

/** A describe that runs against the engine of DOCKER_HOST, and says so on stderr when it cannot. */
export function describeWithDocker(title: string, body: () => void): void {
  if (withDocker) {
    describe(title, body);
    return;
  }
  process.stderr.write(`\nSKIPPED, no Docker Engine (${WHY_NOT}): ${title}\n`);
  describe.skip(`${title} (needs a Docker engine: ${WHY_NOT})`, body);
}

export function openTestDocker(): Docker {
  return new Docker(parseDockerHost(dockerHost ?? 'unix:///var/run/docker.sock'));
}

export const TEST_IMAGE = 'vexil/engine-test:1';
const SERVICE = fileURLToPath(new URL('./service', import.meta.url));

/** Builds the small service the driver's tests talk to; it answers one line per connection on port 9000. */
export async function buildTestImage(docker: Docker): Promise<void> {
  await ensureBaseImage(docker);
  const stream = await docker.buildImage(
    { context: SERVICE, src: ['Dockerfile', 'serve', 'answer'] },
    { t: TEST_IMAGE, forcerm: true },
  );
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** The test service with changes baked in, such as `ENV START=late`, for tests that cannot pass variables. */
export async function buildTestVariant(docker: Docker, name: string, changes: readonly string[]): Promise<string> {
  const base = await docker.createContainer({ Image: TEST_IMAGE });
  await base.commit({ repo: 'vexil/engine-test', tag: name, changes: changes.join('\n') });
  await base.remove();
  return `vexil/engine-test:${name}`;
}

export function buildSpec(changes: Partial<ContainerSpec> = {}): ContainerSpec {
  return {
    id: randomUUID(),
    image: TEST_IMAGE,
    env: {},
    ports: [{ name: 'main', port: 9000 }],
    memoryMiB: 32,
    cpuTenths: 5,
    storageMiB: 16,
    networkMode: 'Open',
    ...(testRuntime === undefined ? {} : { runtime: testRuntime }),
    ...changes,
  };
}

/** Sends one line to a port, main when none is named, and returns the reply up to the close. */
export function askContainer({ ports }: RunningContainer, line: string, name = 'main'): Promise<string> {
  const at = ports.find((port) => port.name === name);
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect({ host: at?.host, port: at?.hostPort ?? 0 }, () => socket.end(`${line}\n`));
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No answer to ${line}`)));
    socket.on('data', (chunk) => {
      reply += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(reply.trim()));
  });
}

/** The images of `docker/challenges`, built on the test's engine. */
export { buildChallengeImages } from '../../challenges/build.mjs';
