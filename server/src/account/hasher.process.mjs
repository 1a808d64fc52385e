/**
 * The process that hashes passwords, beside its server and at a lower priority, so that a burst of sign-ins does not slow
 * players down. Plain JavaScript, so that it starts as it is from the source tree and from the bundle.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { argon2id, hash, verify } from 'argon2';

/** @typedef {{ id: number, password: string, cost: { memoryCost: number, timeCost: number, parallelism: number, data?: string }, hash?: string }} HashRequest */

// Low enough that a burst of sign-ins does not slow players down, high enough that sign-ins progress under load.
const niceness = 10;

/** On Linux a priority is of a thread, and those that hash may have been started already. */
function lowerPriority() {
  setPriority(niceness);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
}

try {
  lowerPriority();
} catch {
  // Where this is not allowed, passwords are hashed all the same.
}

// A signal to the whole group reaches this process too, and the server still has sign-ins to finish then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
// The server may be gone; an error of sending is ignored.
const reply = (/** @type {object} */ answer) => process.send?.(answer, () => undefined);

process.on('message', async (message) => {
  const request = /** @type {HashRequest} */ (message);
  const { id, password, cost } = request;
  try {
    const value =
      request.hash === undefined
        ? await hash(password, { type: argon2id, ...cost, associatedData: Buffer.from(cost.data ?? '') })
        : await verify(request.hash, password);
    reply({ id, value });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : 'unknown' });
  }
});
