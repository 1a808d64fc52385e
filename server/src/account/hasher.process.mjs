/**
 * The process that hashes passwords, beside its server and at a lower priority: a crowd that signs in takes what players
 * leave of the processor. Plain JavaScript, so that it starts as it is from the source tree and from the bundle.
 */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { argon2id, hash, verify } from 'argon2';

/** @typedef {{ id: number, password: string, cost: { memoryCost: number, timeCost: number, parallelism: number }, hash?: string }} Question */

// Far enough back that players feel nothing of a crowd that signs in, and not so far that nobody gets in while they play.
const niceness = 5;

/** On Linux a priority is of a thread, and those that hash may have been started already. */
function stepBack() {
  setPriority(niceness);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
}

try {
  stepBack();
} catch {
  // Where this is not allowed, passwords are hashed all the same.
}

// A signal to the whole group reaches this process too, and the server still has sign-ins to finish then.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
// Sent before the server was gone, and nobody is there to read it.
const reply = (/** @type {object} */ answer) => process.send?.(answer, () => undefined);

process.on('message', async (message) => {
  const question = /** @type {Question} */ (message);
  const { id, password, cost } = question;
  try {
    const value =
      question.hash === undefined
        ? await hash(password, { type: argon2id, ...cost })
        : await verify(question.hash, password);
    reply({ id, value });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : 'unknown' });
  }
});
