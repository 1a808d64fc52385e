import { DomainError } from '@vexil/contract/errors';
import { addressGroup } from '@vexil/runtime/address.rules';
import { solvesCaptcha } from '../captcha/captcha.service';
import type { Deps } from '../deps';
import { findWait, refill, refuseFor, type TargetBudget } from '../plugins/target-budget';

export interface Guess {
  /** Id of the account, or the name where there is none: unknown names are counted alike. */
  target: string;
  ip: string;
  /** Address the account was last visited from. */
  ownerIp: string | undefined;
  /** Id of the browser where it signed in to the account before. */
  deviceId: string | null;
  /** What came with the form. */
  challenge: string | null | undefined;
  /** The form was let through by a solved captcha already. */
  isCaptchaSolved: boolean;
}

type Spending = [budget: TargetBudget, target: string];

/** Spends the budgets in order; gives the seconds to wait where one is used up, else 0. */
async function spendAll(deps: Deps, spendings: readonly Spending[]): Promise<number> {
  for (const [budget, target] of spendings) {
    const seconds = await findWait(deps, budget, target);
    if (seconds > 0) return seconds;
  }
  return 0;
}

/**
 * Takes one guess from the budget of the client that guesses: a known device has one of its own, all other clients share
 * one per account and address and one per account. When these are used up, a solved captcha opens a third, so guesses
 * from elsewhere never keep the owner out, and none is free. Gives what a right password refills.
 * @throws DomainError `captcha.needed` where a captcha would help, `captcha.unavailable`, or `request.tooMany`.
 */
export async function spendGuess(deps: Deps, guess: Guess): Promise<() => Promise<void>> {
  const { target, ip, ownerIp, deviceId, challenge } = guess;
  const group = addressGroup(ip);
  const from = `${target}\n${group}`;
  const isAtOwner = ownerIp !== undefined && addressGroup(ownerIp) === group;
  // Outsiders spend nothing of what the owner's own network has.
  const shared: Spending[] = [['guessesFrom', from], ...(isAtOwner ? [] : [['guessesAt', target] as Spending])];
  const own: Spending[] = deviceId === null ? shared : [['guessesOfDevice', `${target}\n${deviceId}`]];
  const refillFirst = async () => {
    const [first] = own;
    if (first) await refill(deps, ...first);
  };
  const waitSeconds = await spendAll(deps, own);
  if (waitSeconds === 0) return refillFirst;

  if (deps.config.captcha.provider === 'None') refuseFor(waitSeconds);
  if (!guess.isCaptchaSolved && !(await solvesCaptcha(deps, challenge, ip))) {
    const params = { seconds: waitSeconds };
    throw new DomainError('captcha.needed', { params, retryAfterSeconds: waitSeconds });
  }
  const solvedWaitSeconds = await spendAll(deps, [
    ['solvedGuessesFrom', from],
    ['solvedGuessesAt', target],
  ]);
  if (solvedWaitSeconds > 0) refuseFor(solvedWaitSeconds);
  return refillFirst;
}
