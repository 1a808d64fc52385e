import { createHash } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import type { Deps } from '@vexil/http/deps';

const lifetimeSeconds = 300;
const answerForm = /^([0-9a-f]{12}):([0-9a-f]{16})$/i;

const keyOf = (keyPrefix: string, id: string) => `${keyPrefix}captcha:${id.toLowerCase()}`;

function whileAway(error: unknown): never {
  throw new DomainError('captcha.unavailable', { field: 'challenge', cause: error });
}

/** Throws `captcha.unavailable`. */
export async function createChallenge(
  deps: Pick<Deps, 'config' | 'redis' | 'keyPrefix' | 'random'>,
  difficulty = deps.config.captcha.difficulty,
): Promise<HashPowChallenge> {
  const id = deps.random.bytes(6).toString('hex');
  const challenge = deps.random.bytes(8).toString('hex');
  await deps.redis.set(keyOf(deps.keyPrefix, id), challenge, 'EX', lifetimeSeconds).catch(whileAway);
  return { id, challenge, difficulty };
}

export function countZeroBits(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte !== 0);
  return at === -1 ? bytes.length * 8 : at * 8 + Math.clz32(bytes[at] ?? 0) - 24;
}

/** The answer is `<id>:<16 hex digits>`; a right one uses its challenge up. Throws `captcha.unavailable`. */
export async function isRightAnswer(
  deps: Pick<Deps, 'config' | 'redis' | 'keyPrefix'>,
  text: string,
  difficulty = deps.config.captcha.difficulty,
): Promise<boolean> {
  const [, id, answer] = answerForm.exec(text) ?? [];
  if (!id || !answer) return false;
  const key = keyOf(deps.keyPrefix, id);
  const challenge = await deps.redis.getex(key, 'EX', lifetimeSeconds).catch(whileAway);
  if (!challenge) return false;
  const hash = createHash('sha256').update(Buffer.from(challenge, 'hex')).update(Buffer.from(answer, 'hex')).digest();
  if (countZeroBits(hash) < difficulty) return false;
  // Of many requests with one answer only the one that deletes the challenge passes.
  return (await deps.redis.del(key).catch(whileAway)) === 1;
}
