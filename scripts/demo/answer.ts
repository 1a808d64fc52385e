import { challengeRoutes } from '@vexil/contract/challenge';
import { containerRoutes } from '@vexil/contract/container';
import { submissionRoutes } from '@vexil/contract/submission';
import { type Client, isRefusal } from './client';
import type { Connection } from './connection';
import { solveContainer } from './containers';
import { createPool } from './pool';
import { puzzles } from './puzzles/catalogue';
import type { Stage, StagedChallenge } from './setup';
import { isContainerTask, type Task } from './tasks';

type Verdict = 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'FlagSubmitted' | 'NotFound';

const containersMax = 3;
/** The platform wants this long between two operations of a team on its container. */
const containerRestMs = 10_500;
const verdictChecks = 40;
const verdictEveryMs = 500;

/** How teams come to a flag and hand it in. */
export interface Answering {
  /** Finds the flag as a player would and hands it in. */
  solve(client: Client, task: Task): Promise<Verdict>;
  submit(client: Client, task: Task, flag: string): Promise<Verdict>;
  /** The flag in the file that the client's team has been given. */
  readOwnFile(client: Client, task: Task): Promise<string>;
  /** Stops what a demo that was stopped in the middle has left running for the client's team. */
  stopLeftovers(client: Client, tasks: readonly Task[]): Promise<void>;
}

export function createAnswering(connection: Connection, stage: Stage): Answering {
  const inContainers = createPool(containersMax);

  const stagedOf = (task: Task): StagedChallenge => {
    const staged = stage.challenges.get(task.key);
    if (!staged) throw new Error(`${task.key} is not on the platform.`);
    return staged;
  };
  const paramsOf = (task: Task) => ({ id: stage.gameId, challengeId: stagedOf(task).id });

  const submit: Answering['submit'] = async (client, task, flag) => {
    const params = paramsOf(task);
    const submissionId = await client.call(submissionRoutes.submit, { params, body: { flag } });
    for (let check = 0; check < verdictChecks; check += 1) {
      const verdict = await client.call(submissionRoutes.status, { params: { ...params, submissionId } });
      if (verdict !== 'FlagSubmitted') return verdict;
      await connection.sleep(verdictEveryMs);
    }
    return 'FlagSubmitted';
  };

  const readOwnFile: Answering['readOwnFile'] = async (client, task) => {
    const puzzle = puzzles.find(({ key }) => key === task.key);
    const { context } = await client.call(challengeRoutes.get, { params: paramsOf(task) });
    if (!puzzle || context.url === null) throw new Error(`There is no file for ${task.key}.`);
    return puzzle.solve({ name: 'file', content: await client.download(context.url) });
  };

  const stopContainer = async (client: Client, task: Task): Promise<void> => {
    await client.call(containerRoutes.destroy, { params: paramsOf(task) }).catch((error: unknown) => {
      if (!isRefusal(error, 'container.none')) throw error;
    });
  };

  const solveInContainer = async (client: Client, task: Task): Promise<Verdict> => {
    const params = paramsOf(task);
    await client.call(challengeRoutes.get, { params });
    const startContainer = async () => {
      const made = await client.call(containerRoutes.create, { params });
      return made.entry;
    };
    const entry = await startContainer().catch(async (error: unknown) => {
      // One of a demo that was stopped in between is as good.
      if (!isRefusal(error, 'container.alreadyRunning')) throw error;
      const { context } = await client.call(challengeRoutes.get, { params });
      if (context.instanceEntry === null) throw error;
      return context.instanceEntry;
    });
    const startedAt = Date.now();
    try {
      return await submit(client, task, await solveContainer(task.key, entry, connection.signal));
    } finally {
      const rest = containerRestMs - (Date.now() - startedAt);
      if (rest > 0) await connection.sleep(rest);
      await stopContainer(client, task);
    }
  };

  return {
    submit,
    readOwnFile,
    async stopLeftovers(client, tasks) {
      for (const task of tasks.filter(({ key }) => isContainerTask(key))) {
        const { context } = await client.call(challengeRoutes.get, { params: paramsOf(task) });
        if (context.instanceEntry !== null) await stopContainer(client, task);
      }
    },
    async solve(client, task) {
      if (task.type === 'DynamicAttachment') return submit(client, task, await readOwnFile(client, task));
      if (task.type !== 'StaticAttachment') return inContainers(() => solveInContainer(client, task));
      const { flag } = stagedOf(task);
      if (flag === null) throw new Error(`Nobody knows the flag of ${task.key}.`);
      await client.call(challengeRoutes.get, { params: paramsOf(task) });
      return submit(client, task, flag);
    },
  };
}
