import { containerFiles } from '../demo/containers';
import { Failure } from '../lib/failure.mjs';
import type { Competition, Player } from './competition';
import { CallError } from './person';

export async function createInstanceChallenge({ admin, gameId }: Competition): Promise<number> {
  const [file] = (await containerFiles()).filter(({ challenge }) => challenge.type === 'StaticContainer');
  if (!file) throw new Failure('There is no image of a challenge.');
  const base = `/api/edit/games/${gameId}/challenges`;
  const made = { title: 'Instance', category: 'Web', type: 'StaticContainer' };
  const { id } = await admin.call<{ id: number }>('POST', base, made);
  await admin.call('POST', `${base}/${id}/flags`, [{ flag: 'flag{instance}' }]);
  const { exposePort, memoryLimit } = file.challenge;
  await admin.call('PUT', `${base}/${id}`, { containerImage: file.image, exposePort, memoryLimit, isEnabled: true });
  return id;
}

/** @returns `started`, or what the platform replied, and after how many milliseconds */
export async function startInstance({ gameId }: Competition, { as }: Player, challengeId: number) {
  const startedAt = performance.now();
  const what = await as.call('POST', `/api/game/${gameId}/container/${challengeId}`).then(
    () => 'started',
    (error: unknown) => (error instanceof CallError ? error.message.replace(/^\S+ \S+ /, '') : String(error)),
  );
  return { what, ms: performance.now() - startedAt };
}
