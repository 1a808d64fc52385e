/**
 * The process that hashes passwords, beside its server and at a lower priority, so that a burst of sign-ins does not slow
 * players down. Plain JavaScript, so that it starts as it is from the source tree and from the bundle.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { argon2id, hash, verify } from 'argon2';

/** @typedef {{ id: number, password: string, cost: { memoryCost: number, timeCost: number, parallelism: number, data?: string }, hash?: string, bcryptCostMax?: number }} HashRequest */

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

/**
 * @param {string} password @param {string} hash @param {number} costMax
 * @returns {Promise<boolean>}
 */
const compareBcrypt = (password, hash, costMax) =>
  new Promise((resolve, reject) => {
    const workerData = { password, hash, costMax };
    const worker = new Worker(new URL('./bcrypt.worker.mjs', import.meta.url), { workerData });
    worker.once('message', resolve).once('error', reject);
  });

/** @param {HashRequest} request */
function run({ password, cost, hash: stored, bcryptCostMax }) {
  if (stored === undefined) {
    return hash(password, { type: argon2id, ...cost, associatedData: Buffer.from(cost.data ?? '') });
  }
  return bcryptCostMax === undefined ? verify(stored, password) : compareBcrypt(password, stored, bcryptCostMax);
}

process.on('message', async (message) => {
  const request = /** @type {HashRequest} */ (message);
  const { id } = request;
  try {
    reply({ id, value: await run(request) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : 'unknown' });
  }
});
