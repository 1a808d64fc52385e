// A request to a worker that a person waits for. Both ways go through Redis, so that the queue keeps no address and no
// text; an answer that is not collected expires.

import type { Redis } from 'ioredis';

const lifetimeSeconds = 60;
const pauseMs = 100;

interface Store {
  redis: Redis;
  keyPrefix: string;
}

const keyOf = ({ keyPrefix }: Store, id: string, part: 'request' | 'answer') => `${keyPrefix}worker-${part}:${id}`;

const write = async (store: Store, id: string, part: 'request' | 'answer', value: unknown): Promise<void> => {
  await store.redis.set(keyOf(store, id, part), JSON.stringify(value), 'EX', lifetimeSeconds);
};

export const putRequest = (store: Store, id: string, value: unknown) => write(store, id, 'request', value);
export const putAnswer = (store: Store, id: string, value: unknown) => write(store, id, 'answer', value);

/** The request, once; undefined when it has expired or another run took it. */
export async function takeRequest(store: Store, id: string): Promise<unknown> {
  const text = await store.redis.getdel(keyOf(store, id, 'request'));
  return text === null ? undefined : JSON.parse(text);
}

/** undefined when no worker answered in time. */
export async function waitForAnswer(store: Store, id: string, timeoutMs: number): Promise<unknown> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const text = await store.redis.getdel(keyOf(store, id, 'answer'));
    if (text !== null) return JSON.parse(text);
    if (performance.now() > deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
