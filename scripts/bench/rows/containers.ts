import { setTimeout as delay } from 'node:timers/promises';
import { buildImages, containerFiles } from '../../demo/containers';
import { callDocker, dockerAnswers } from '../../lib/docker-api.mjs';
import { Histogram } from '../generator/histogram';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, writeRequest } from '../generator/request';
import type { Harness } from '../harness/harness';
import type { Row } from './row';

/** Rows and engine agree within this time after any crash. */
const convergeMs = 30_000;

async function listPresent(harness: Harness): Promise<string[]> {
  const deployment = `vexil-${harness.sealing.deriveKey('deployment').toString('hex').slice(0, 12)}`;
  const filters = encodeURIComponent(JSON.stringify({ label: [`vexil.deployment=${deployment}`] }));
  const { text } = await callDocker(
    harness.environment.DOCKER_HOST,
    'GET',
    `/containers/json?all=true&filters=${filters}`,
  );
  return (JSON.parse(text) as { Id: string }[]).map(({ Id }) => Id);
}

export const containers: Row = async ({ harness, extent }) => {
  const dockerHost = harness.environment.DOCKER_HOST;
  if (!(await dockerAnswers(dockerHost))) return { skipped: 'no Docker engine answers' };
  const [file] = (await containerFiles()).filter(({ challenge }) => challenge.type === 'StaticContainer');
  if (!file) return { skipped: 'there is no image of a challenge' };
  await buildImages(dockerHost);
  const { database, ports } = await harness.deploy({ containers: true, fresh: true });
  const challengeId = 1;
  await database.sql`
    update challenges set type = 'StaticContainer', container_image = ${file.image},
      expose_port = ${file.challenge.exposePort}, memory_limit_mib = ${file.challenge.memoryLimit}
    where id = ${challengeId}`;

  const path = `/api/game/${harness.gameId}/container/${challengeId}`;
  const call = async (method: string, player: number) => {
    const connection = new HttpConnection(ports[0] ?? 0);
    const begin = performance.now();
    const { status, text } = await connection.send(
      writeRequest(method, path, { cookie: cookieOf(harness.sessions.sessionKey, player) }),
      'body',
    );
    connection.close();
    return { status, text, ms: performance.now() - begin };
  };
  const single = new Histogram();
  // The first players are the captains of different teams.
  for (let player = 0; player < extent.repeats; player += 1) {
    const { status, text, ms } = await call('POST', player);
    if (status !== 200) throw new Error(`A container could not be started: ${status} ${text}`);
    single.add(ms);
  }
  const batch = Array.from({ length: extent.containers }, (_, index) => extent.repeats + index);
  const begin = performance.now();
  const started = await Promise.all(batch.map((player) => call('POST', player)));
  const allReady = (performance.now() - begin) / 1000;
  const failed = started.find(({ status }) => status !== 200);
  if (failed)
    throw new Error(`One of ${batch.length} containers could not be started: ${failed.status} ${failed.text}`);

  const late = Array.from({ length: 5 }, (_, index) => extent.repeats + extent.containers + index);
  const abandoned = late.map((player) => call('POST', player));
  await delay(300);
  const { workers } = await harness.deploy({ containers: true });
  await workers[0]?.kill();
  await harness.replaceWorker(0);
  await Promise.all(abandoned);
  const teams = extent.repeats + extent.containers + late.length;
  const endings = Array.from({ length: teams }, (_, player) => call('DELETE', player));
  await Promise.all(endings);
  const until = performance.now() + convergeMs;
  let present = await listPresent(harness);
  while (present.length > 0 && performance.now() < until) {
    await delay(500);
    present = await listPresent(harness);
  }
  return [
    {
      what: 'container start to ready, local image, p50',
      value: single.percentile(0.5) / 1000,
      unit: 's',
      budgets: [{ atMost: 1 }],
      note: `${single.count} starts one after the other, longest ${(single.max / 1000).toFixed(2)} s`,
    },
    {
      what: `${batch.length} containers requested at once, until the last is ready`,
      value: allReady,
      unit: 's',
      budgets: [{ atMost: 30 }],
      note: '',
    },
    {
      what: `containers left over ${convergeMs / 1000} s after a worker was killed and all were ended`,
      value: present.length,
      unit: '',
      budgets: [{ atMost: 0 }],
      note: '',
    },
  ];
};
