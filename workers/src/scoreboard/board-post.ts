// How a worker asks the one that holds a game to bring its board up to date. Nothing is kept anywhere: whoever asks waits
// for the answer within its own job, and asks again, or does the work itself, when none comes.

import { openRedis } from '@vexil/runtime/redis';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { WorkerDeps } from '../deps';
import type { Wish } from './held-game';

const Letter = z.union([
  z.object({
    id: z.string(),
    from: z.string(),
    gameId: z.int(),
    wish: z.object({ facts: z.boolean(), check: z.boolean(), repeated: z.boolean() }),
  }),
  z.object({ id: z.string(), error: z.string().nullable() }),
]);

interface Question {
  /** Settles when the holder has done it or failed; never, when it does not answer. */
  answer: Promise<void>;
  /** Says it again, as a letter can be lost. */
  repeat(): Promise<void>;
  /** Waits no more. */
  drop(): void;
}

export interface BoardPost {
  /** Waits until letters can be received. */
  open(): Promise<void>;
  ask(holder: string, gameId: number, wish: Wish): Promise<Question>;
  close(): void;
}

type Answer = (error: string | null) => void;
type PostDeps = Pick<WorkerDeps, 'config' | 'redis' | 'keyPrefix' | 'log' | 'random'>;

export function createBoardPost(
  deps: PostDeps,
  workerId: string,
  work: (gameId: number, wish: Wish) => Promise<void>,
): BoardPost {
  const waiting = new Map<string, Answer>();
  const channel = (worker: string) => `${deps.keyPrefix}scoreboard:worker:${worker}`;
  let subscriber: Redis | null = null;
  let opened: Promise<unknown> | null = null;

  async function receive(text: string): Promise<void> {
    const letter = Letter.parse(JSON.parse(text));
    if (!('wish' in letter)) {
      waiting.get(letter.id)?.(letter.error);
      return;
    }
    const error = await work(letter.gameId, letter.wish).then(
      () => null,
      (reason) => (reason instanceof Error ? reason.message : String(reason)),
    );
    await deps.redis.publish(channel(letter.from), JSON.stringify({ id: letter.id, error }));
  }

  return {
    async open() {
      if (!subscriber) {
        subscriber = openRedis(deps.config.redisUrl, { maxRetriesPerRequest: null, commandTimeout: undefined });
        subscriber.on('error', (error) => deps.log.warn({ err: error }, 'Redis does not carry what workers ask'));
        subscriber.on('message', (_channel, text: string) => {
          receive(text).catch((error) => deps.log.warn({ err: error }, 'Another worker could not be answered'));
        });
        opened = subscriber.subscribe(channel(workerId));
      }
      await opened;
    },
    async ask(holder, gameId, wish) {
      const id = deps.random.uuid();
      const answer = new Promise<void>((resolve, reject) => {
        waiting.set(id, (error) => (error === null ? resolve() : reject(new Error(error))));
      });
      // Whoever asked may wait for something else when the answer comes.
      answer.catch(() => undefined);
      const letter = JSON.stringify({ id, from: workerId, gameId, wish });
      const repeat = async () => void (await deps.redis.publish(channel(holder), letter));
      await repeat();
      return { answer, repeat, drop: () => void waiting.delete(id) };
    },
    close: () => subscriber?.disconnect(),
  };
}
