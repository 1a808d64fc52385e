import type { Redis } from 'ioredis';

/** Wakes the calls that wait for a container. A message may be lost, so they look by themselves as well. */
export const containerMovedChannel = (keyPrefix: string): string => `${keyPrefix}container-moved`;

export async function publishContainerMoved(
  { redis, keyPrefix }: { redis: Redis; keyPrefix: string },
  containerId: string,
): Promise<void> {
  await redis.publish(containerMovedChannel(keyPrefix), containerId);
}
