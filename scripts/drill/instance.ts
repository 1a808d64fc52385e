import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { containerFiles } from '../demo/containers';
import { Failure } from '../lib/failure.mjs';
import type { Competition, Player } from './competition';
import { CallError } from './person';
import { type Report, secondsOf } from './report';

const poolWithinMs = 120_000;

interface InstanceOptions {
  title?: string;
  containerOptions?: { warmCount: number } | { sharing: 'onDemand' };
}

export async function createInstanceChallenge(
  { admin, gameId }: Competition,
  { title = 'Instance', containerOptions }: InstanceOptions = {},
): Promise<number> {
  const [file] = (await containerFiles()).filter(({ challenge }) => challenge.type === 'StaticContainer');
  if (!file) throw new Failure('There is no image of a challenge.');
  const base = `/api/edit/games/${gameId}/challenges`;
  const made = { title, category: 'Web', type: 'StaticContainer' };
  const { id } = await admin.call<{ id: number }>('POST', base, made);
  await admin.call('POST', `${base}/${id}/flags`, [{ flag: 'flag{instance}' }]);
  const { exposePort, memoryLimit } = file.challenge;
  const limits = { containerImage: file.image, exposePort, memoryLimit };
  await admin.call('PUT', `${base}/${id}`, { ...limits, containerOptions, isEnabled: true });
  return id;
}

/** @returns `started` and the address, or what the platform replied, and after how many milliseconds */
export async function startInstance({ gameId }: Competition, { as }: Player, challengeId: number) {
  const startedAt = performance.now();
  const reply = await as.call<{ entry: string }>('POST', `/api/game/${gameId}/container/${challengeId}`).then(
    ({ entry }) => ({ what: 'started', entry }),
    (error: unknown) => ({
      what: error instanceof CallError ? error.message.replace(/^\S+ \S+ /, '') : String(error),
      entry: '',
    }),
  );
  return { ...reply, ms: performance.now() - startedAt };
}

/** @returns after how many milliseconds an instance that was started ahead runs. Throws Failure. */
async function untilWarm({ sql }: Database, challengeId: number): Promise<number> {
  for (const startedAt = performance.now(); ; await sleep(100)) {
    const rows = await sql`
      select id from containers where challenge_id = ${challengeId} and kind = 'Warm' and state = 'running'`;
    if (rows.length > 0) return performance.now() - startedAt;
    if (performance.now() - startedAt > poolWithinMs) throw new Failure('No instance was started ahead.');
  }
}

/** An instance that was started ahead, and one that two teams share. */
export async function playSharedInstances(report: Report, game: Competition, database: Database): Promise<void> {
  const [first, second] = game.players;
  if (!first || !second) throw new Failure('There are not two teams.');
  const warm = await createInstanceChallenge(game, { title: 'Pool', containerOptions: { warmCount: 1 } });
  const filledMs = await untilWarm(database, warm);
  const taken = await startInstance(game, first, warm);
  const refilledMs = await untilWarm(database, warm);
  report.check(
    'an instance of a pool of one',
    taken.what === 'started',
    `${taken.what} in ${secondsOf(taken.ms)}; the pool was full after ${secondsOf(filledMs)}, and again after ${secondsOf(refilledMs)}`,
  );
  const shared = await createInstanceChallenge(game, { title: 'Shared', containerOptions: { sharing: 'onDemand' } });
  const one = await startInstance(game, first, shared);
  const other = await startInstance(game, second, shared);
  report.check(
    'one instance for two teams',
    one.entry !== '' && one.entry === other.entry,
    `${one.what} in ${secondsOf(one.ms)}, ${other.what} for the second team in ${secondsOf(other.ms)}`,
  );
}
