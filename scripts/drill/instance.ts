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
  const limits = { containerImage: file.image, exposePort, memoryLimit };
  await admin.call('PUT', `${base}/${id}`, { ...limits, isEnabled: true });
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
