import { buildImages, containerFiles } from '../../demo/containers';
import { callDocker, dockerAnswers } from '../../lib/docker-api.mjs';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, writeRequest } from '../generator/request';
import type { Harness, Wanted } from './harness';

export interface PresentContainer {
  id: string;
  isRunning: boolean;
}

/** Containers of the deployment on the local engine, running or not. */
export async function listPresent(harness: Harness): Promise<PresentContainer[]> {
  const deployment = `vexil-${harness.sealing.deriveKey('deployment').toString('hex').slice(0, 12)}`;
  const filters = encodeURIComponent(JSON.stringify({ label: [`vexil.deployment=${deployment}`] }));
  const { text } = await callDocker(
    harness.environment.DOCKER_HOST,
    'GET',
    `/containers/json?all=true&filters=${filters}`,
  );
  return (JSON.parse(text) as { Labels: Record<string, string>; State: string }[]).map(({ Labels, State }) => ({
    id: Labels['vexil.id'] ?? '',
    isRunning: State === 'running',
  }));
}

interface ContainerCall {
  method: 'POST' | 'DELETE';
  player: number;
  challengeId: number;
}

export interface ContainerGame {
  image: string;
  port: number;
  memoryMiB: number;
  /** Rejects when the server goes away meanwhile. */
  call(call: ContainerCall, port: number): Promise<{ status: number; text: string; ms: number }>;
}

/** Deploys, and gives the first challenges an image that is built here; null where none can be started. */
export async function openContainerGame(
  harness: Harness,
  { challenges, ...wanted }: Wanted & { challenges: number },
): Promise<ContainerGame | null> {
  const dockerHost = harness.environment.DOCKER_HOST;
  if (!(await dockerAnswers(dockerHost))) return null;
  const [file] = (await containerFiles()).filter(({ challenge }) => challenge.type === 'StaticContainer');
  if (!file) return null;
  await buildImages(dockerHost);
  const { database } = await harness.deploy({ ...wanted, containers: true, fresh: true });
  const { exposePort: port, memoryLimit: memoryMiB } = file.challenge;
  await database.sql`
    update challenges set type = 'StaticContainer', container_image = ${file.image}, expose_port = ${port},
      memory_limit_mib = ${memoryMiB}
    where id <= ${challenges}`;
  return {
    image: file.image,
    port,
    memoryMiB,
    call: async ({ method, player, challengeId }, serverPort) => {
      const path = `/api/game/${harness.gameId}/container/${challengeId}`;
      const connection = new HttpConnection(serverPort);
      const begin = performance.now();
      try {
        const cookie = cookieOf(harness.sessions.sessionKey, player);
        const { status, text } = await connection.send(writeRequest(method, path, { cookie }), 'body');
        return { status, text, ms: performance.now() - begin };
      } finally {
        connection.close();
      }
    },
  };
}
