import type { VexilClient } from '@vexil/server/client';
import { isContainerChallenge, type PlannedChallenge } from './challenges';
import { isRefusal } from './client';
import type { Connection } from './connection';
import { solveContainer } from './containers';
import { createPool } from './pool';
import { puzzles } from './puzzles/catalogue';
import type { DemoGame, StoredChallenge } from './setup';

type Verdict = 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'FlagSubmitted' | 'NotFound';

const containersMax = 3;
/** The platform's minimum pause between two operations of a team on its container. */
const containerRestMs = 10_500;
const verdictChecks = 40;
const verdictEveryMs = 500;

export interface Solver {
  /** Finds the flag as a player would and submits it. */
  solve(client: VexilClient, challenge: PlannedChallenge): Promise<Verdict>;
  submit(client: VexilClient, challenge: PlannedChallenge, flag: string): Promise<Verdict>;
  readOwnFile(client: VexilClient, challenge: PlannedChallenge): Promise<string>;
  /** Stops containers of the client's team that an interrupted run left. */
  stopLeftovers(client: VexilClient, challenges: readonly PlannedChallenge[]): Promise<void>;
}

export function createSolver(connection: Connection, demoGame: DemoGame): Solver {
  const inContainers = createPool(containersMax);

  const storedOf = (challenge: PlannedChallenge): StoredChallenge => {
    const stored = demoGame.challenges.get(challenge.key);
    if (!stored) throw new Error(`${challenge.key} is not on the platform.`);
    return stored;
  };
  const paramsOf = (challenge: PlannedChallenge) => ({ id: demoGame.gameId, challengeId: storedOf(challenge).id });

  const submit: Solver['submit'] = async (client, challenge, flag) => {
    const params = paramsOf(challenge);
    const submissionId = await client.submission.submit({ params, body: { flag } });
    for (let check = 0; check < verdictChecks; check += 1) {
      const verdict = await client.submission.status({ params: { ...params, submissionId } });
      if (verdict !== 'FlagSubmitted') return verdict;
      await connection.sleep(verdictEveryMs);
    }
    return 'FlagSubmitted';
  };

  const readOwnFile: Solver['readOwnFile'] = async (client, challenge) => {
    const puzzle = puzzles.find(({ key }) => key === challenge.key);
    const { context } = await client.challenge.get({ params: paramsOf(challenge) });
    if (!puzzle || context.url === null) throw new Error(`There is no file for ${challenge.key}.`);
    const [hash = '', name = ''] = context.url.split('/').slice(-2);
    const file = await client.asset.download({ params: { hash, name } });
    return puzzle.solve({ name, content: Buffer.from(await file.arrayBuffer()) });
  };

  const stopContainer = async (client: VexilClient, challenge: PlannedChallenge): Promise<void> => {
    await client.container.destroy({ params: paramsOf(challenge) }).catch((error: unknown) => {
      if (!isRefusal(error, 'container.none')) throw error;
    });
  };

  const solveInContainer = async (client: VexilClient, challenge: PlannedChallenge): Promise<Verdict> => {
    const params = paramsOf(challenge);
    await client.challenge.get({ params });
    const startContainer = async () => {
      const made = await client.container.create({ params });
      return made.entry;
    };
    const entry = await startContainer().catch(async (error: unknown) => {
      // An interrupted run may have left one.
      if (!isRefusal(error, 'container.alreadyRunning')) throw error;
      const { context } = await client.challenge.get({ params });
      if (context.instanceEntry === null) throw error;
      return context.instanceEntry;
    });
    const startedAt = Date.now();
    try {
      return await submit(client, challenge, await solveContainer(challenge.key, entry, connection.signal));
    } finally {
      const rest = containerRestMs - (Date.now() - startedAt);
      if (rest > 0) await connection.sleep(rest);
      await stopContainer(client, challenge);
    }
  };

  return {
    submit,
    readOwnFile,
    async stopLeftovers(client, challenges) {
      for (const challenge of challenges.filter(({ key }) => isContainerChallenge(key))) {
        const { context } = await client.challenge.get({ params: paramsOf(challenge) });
        if (context.instanceEntry !== null) await stopContainer(client, challenge);
      }
    },
    async solve(client, challenge) {
      if (challenge.type === 'DynamicAttachment')
        return submit(client, challenge, await readOwnFile(client, challenge));
      if (challenge.type !== 'StaticAttachment') return inContainers(() => solveInContainer(client, challenge));
      const { flag } = storedOf(challenge);
      if (flag === null) throw new Error(`${challenge.key} has no stored flag.`);
      await client.challenge.get({ params: paramsOf(challenge) });
      return submit(client, challenge, flag);
    },
  };
}
