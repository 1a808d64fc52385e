import type { CaptchaInfo } from '@vexil/contract/captcha';
import { DomainError } from '@vexil/contract/errors';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import type { Settings } from '@vexil/contract/settings';
import type { Deps } from '@vexil/http/deps';
import { getAccountPolicy } from '../config/config.service';
import { createChallenge, isRightAnswer } from './hash-pow';
import { isRightResponse } from './turnstile';

export function viewCaptchaInfo(
  deps: Pick<Deps, 'config'>,
  { accountPolicy }: Pick<Settings, 'accountPolicy'>,
): CaptchaInfo {
  const { useCaptcha } = accountPolicy;
  const { provider, siteKey } = deps.config.captcha;
  const onDemand = { onDemandType: provider, onDemandSiteKey: siteKey };
  return useCaptcha ? { type: provider, siteKey, ...onDemand } : { type: 'None', siteKey: '', ...onDemand };
}

/** Throws `request.notFound` for other providers than HashPow, `captcha.unavailable` while Redis is away. */
export async function makeChallenge(deps: Deps): Promise<HashPowChallenge> {
  if (deps.config.captcha.provider !== 'HashPow') throw new DomainError('request.notFound');
  return createChallenge(deps);
}

function isSolved(deps: Deps, answer: string, ip: string): boolean | Promise<boolean> {
  switch (deps.config.captcha.provider) {
    case 'None':
      return true;
    case 'HashPow':
      return isRightAnswer(deps, answer);
    case 'CloudflareTurnstile':
      return isRightResponse(deps, answer, ip);
  }
}

/** Returns whether a captcha was solved; the answer is used up. Throws `captcha.failed` or `captcha.unavailable`. */
export async function checkCaptcha(deps: Deps, answer: string | null | undefined, ip: string): Promise<boolean> {
  const { useCaptcha } = await getAccountPolicy(deps);
  if (!useCaptcha) return false;
  if (await isSolved(deps, answer ?? '', ip)) return deps.config.captcha.provider !== 'None';
  throw new DomainError('captcha.failed', { field: 'challenge' });
}

/** For forms that need no captcha. A right answer is used up. Throws `captcha.unavailable`. */
export async function solvesCaptcha(deps: Deps, answer: string | null | undefined, ip: string): Promise<boolean> {
  return Boolean(answer) && deps.config.captcha.provider !== 'None' && (await isSolved(deps, answer ?? '', ip));
}
