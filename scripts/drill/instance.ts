import { containerFiles } from '../demo/containers';
import { Failure } from '../lib/failure.mjs';
import type { Competition, Player } from './competition';
import { reasonOf } from './person';

export async function createInstanceChallenge({ admin, gameId }: Competition): Promise<number> {
  const [file] = (await containerFiles()).filter(({ challenge }) => challenge.type === 'StaticContainer');
  if (!file) throw new Failure('There is no image of a challenge.');
  const made = { title: 'Instance', category: 'Web', type: 'StaticContainer' } as const;
  const { id } = await admin.challengeEdit.create({ params: { id: gameId }, body: made });
  const params = { id: gameId, challengeId: id };
  await admin.flag.add({ params, body: [{ flag: 'flag{instance}' }] });
  const { exposePort, memoryLimit } = file.challenge;
  const limits = { containerImage: file.image, exposePort, memoryLimit };
  await admin.challengeEdit.update({ params, body: { ...limits, isEnabled: true } });
  return id;
}

/** @returns `started`, or what the platform replied, and after how many milliseconds */
export async function startInstance({ gameId }: Competition, { as }: Player, challengeId: number) {
  const startedAt = performance.now();
  const what = await as.container.create({ params: { id: gameId, challengeId } }).then(() => 'started', reasonOf);
  return { what, ms: performance.now() - startedAt };
}
