import { DomainError, retryIn } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { countSpent, findWait, refill, refuseFor, type TargetBudget } from '@vexil/http/guard/target-budget';
import { addressGroup } from '@vexil/runtime/address.rules';
import { solvesCaptcha } from '../captcha/captcha.service';
import { createChallenge, isRightAnswer } from '../captcha/hash-pow';

export interface Guess {
  /** The account's id, or the name where there is no account: unknown names are counted alike. */
  target: string;
  ip: string;
  ownerIp: string | undefined;
  deviceId: string | null;
  challenge: string | null | undefined;
  isCaptchaSolved: boolean;
}

/** Each so many solved guesses double the work of the next one: a delay per try, paid by the client. */
const guessesPerDoubling = 3;

type Spending = [budget: TargetBudget, target: string];

/** Returns the seconds to wait where a budget is used up, else 0. */
async function spendAll(deps: Deps, spendings: readonly Spending[]): Promise<number> {
  for (const [budget, target] of spendings) {
    const seconds = await findWait(deps, budget, target);
    if (seconds > 0) return seconds;
  }
  return 0;
}

/** Where no captcha is set up a client works for its guess. Throws `captcha.needed` with the work. */
async function requireWork(
  deps: Deps,
  from: string,
  challenge: Guess['challenge'],
  waitSeconds: number,
): Promise<void> {
  if (deps.redis.status !== 'ready') refuseFor(waitSeconds);
  const spent = await countSpent(deps, 'solvedGuessesFrom', from);
  // Of this moment also for an answer: work that was handed out earlier, while it was easier, is not kept in store.
  const difficulty = deps.config.captcha.difficulty + Math.floor(spent / guessesPerDoubling);
  if (await isRightAnswer(deps, challenge ?? '', difficulty)) return;
  const proofOfWork = await createChallenge(deps, difficulty);
  throw new DomainError('captcha.needed', { ...retryIn(waitSeconds), proofOfWork });
}

/**
 * A known device has its own budget; other clients share one per account and address and one per account. A solved
 * captcha or proof of work opens a third, so guesses from elsewhere never lock the owner out. Returns what a right password refills.
 * Throws `captcha.needed`, `captcha.unavailable` or `request.tooMany`.
 */
export async function spendGuess(deps: Deps, guess: Guess): Promise<() => Promise<void>> {
  const { target, ip, ownerIp, deviceId, challenge } = guess;
  const group = addressGroup(ip);
  const from = `${target}\n${group}`;
  const isAtOwner = ownerIp !== undefined && addressGroup(ownerIp) === group;
  // Outsiders spend nothing of the budget of the owner's own network.
  const shared: Spending[] = [['guessesFrom', from], ...(isAtOwner ? [] : [['guessesAt', target] as Spending])];
  const own: Spending[] = deviceId === null ? shared : [['guessesOfDevice', `${target}\n${deviceId}`]];
  const refillFirst = async () => {
    const [first] = own;
    if (first) await refill(deps, ...first);
  };
  const waitSeconds = await spendAll(deps, own);
  if (waitSeconds === 0) return refillFirst;

  if (deps.config.captcha.provider === 'None') await requireWork(deps, from, challenge, waitSeconds);
  else if (!guess.isCaptchaSolved && !(await solvesCaptcha(deps, challenge, ip))) {
    throw new DomainError('captcha.needed', retryIn(waitSeconds));
  }
  const solvedWaitSeconds = await spendAll(deps, [
    ['solvedGuessesFrom', from],
    ['solvedGuessesAt', target],
  ]);
  if (solvedWaitSeconds > 0) refuseFor(solvedWaitSeconds);
  return refillFirst;
}
