// A request to a worker that a person waits for. Both ways go through Redis, so that the queue keeps no address and no
// text. They are sealed: a container's output may show a flag. An answer that is not collected expires.

import type { Sealing } from '@vexil/db/sealing';
import type { Redis } from 'ioredis';

const lifetimeSeconds = 60;
const pauseMs = 100;

interface Store {
  redis: Redis;
  keyPrefix: string;
  sealing: Sealing;
}

const keyOf = ({ keyPrefix }: Store, id: string, part: 'request' | 'answer') => `${keyPrefix}worker-${part}:${id}`;

const write = async (store: Store, id: string, part: 'request' | 'answer', value: unknown): Promise<void> => {
  const sealed = store.sealing.seal(JSON.stringify(value));
  await store.redis.set(keyOf(store, id, part), sealed, 'EX', lifetimeSeconds);
};

export const putRequest = (store: Store, id: string, value: unknown) => write(store, id, 'request', value);
export const putAnswer = (store: Store, id: string, value: unknown) => write(store, id, 'answer', value);

/** The request, once; undefined when it has expired or another run took it. */
export async function takeRequest(store: Store, id: string): Promise<unknown> {
  const text = await store.redis.getdel(keyOf(store, id, 'request'));
  return text === null ? undefined : JSON.parse(store.sealing.unseal(text));
}

/** undefined when no worker answered in time. */
export async function waitForAnswer(store: Store, id: string, timeoutMs: number): Promise<unknown> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const text = await store.redis.getdel(keyOf(store, id, 'answer'));
    if (text !== null) return JSON.parse(store.sealing.unseal(text));
    if (performance.now() > deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
