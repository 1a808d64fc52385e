import { setTimeout as delay } from 'node:timers/promises';
import { deploymentOf } from '@vexil/db/sealing';
import { buildImages, containerFiles } from '../../demo/containers';
import { callDocker, dockerAnswers } from '../../lib/docker-api.mjs';
import { type Expected, HttpConnection } from '../generator/http-connection';
import { cookieOf, requestOf, writeRequest } from '../generator/request';
import type { Harness, Wanted } from './harness';

export interface PresentContainer {
  id: string;
  isRunning: boolean;
}

/** Containers of the deployment on the local engine, running or not. */
export async function listPresent(harness: Harness): Promise<PresentContainer[]> {
  const deployment = deploymentOf(harness.environment.SECRET_KEY ?? '');
  const filters = encodeURIComponent(JSON.stringify({ label: [`vexil.deployment=${deployment}`] }));
  const path = `/containers/json?all=true&filters=${filters}`;
  const { status, text } = await callDocker(harness.environment.DOCKER_HOST, 'GET', path);
  if (status !== 200) throw new Error(`The engine answered ${status} to GET ${path}: ${text}`);
  return (JSON.parse(text) as { Labels: Record<string, string>; State: string }[]).map(({ Labels, State }) => ({
    id: Labels['vexil.id'] ?? '',
    isRunning: State === 'running',
  }));
}

interface ContainerCall {
  act: 'create' | 'destroy';
  player: number;
  challengeId: number;
  /** Of the reply; 200 when absent. */
  statuses?: readonly number[];
}

export interface ContainerGame {
  image: string;
  port: number;
  memoryMiB: number;
  /** Throws UnexpectedReply. */
  call(call: ContainerCall, port: number): Promise<{ status: number; ms: number }>;
  /** Ends the instances of the first challenge. @returns what is present when that takes longer than `withinMs` */
  end(players: readonly number[], port: number, withinMs: number): Promise<PresentContainer[]>;
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
  const call: ContainerGame['call'] = async ({ act, player, challengeId, statuses }, serverPort) => {
    const params = { id: harness.gameId, challengeId };
    const { method, path } = requestOf(({ container }) => container[act]({ params }));
    const expected: Expected = { statuses, head: act === 'create' ? 'application/json' : '', kept: 'body' };
    const connection = new HttpConnection(serverPort);
    const begin = performance.now();
    try {
      const cookie = cookieOf(harness.sessions.sessionKey, player);
      const { status } = await connection.send(writeRequest(method, path, { cookie }), expected);
      return { status, ms: performance.now() - begin };
    } finally {
      connection.close();
    }
  };
  // Players wait between two acts on a container; the benchmark does not.
  const forgetActs = () => database.sql`update team_challenges set last_container_operation_at = null`;
  return {
    ...{ image: file.image, port, memoryMiB, call },
    async end(players, serverPort, withinMs) {
      await forgetActs();
      await Promise.all(players.map((player) => call({ act: 'destroy', player, challengeId: 1 }, serverPort)));
      const until = performance.now() + withinMs;
      let present = await listPresent(harness);
      for (; present.length > 0 && performance.now() < until; present = await listPresent(harness)) await delay(200);
      await forgetActs();
      return present;
    },
  };
}
