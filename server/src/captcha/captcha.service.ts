import { getAccountPolicy } from '../config/config.service';
import type { CaptchaInfo, HashPowChallenge } from '../contract/captcha';
import { DomainError } from '../contract/errors';
import type { Deps } from '../deps';
import { createChallenge, isRightAnswer } from './hash-pow';
import { isRightResponse } from './turnstile';

/** What forms ask for: nothing while the settings do not ask for a captcha, whatever the provider. */
export async function getCaptchaInfo(deps: Pick<Deps, 'settings' | 'config'>): Promise<CaptchaInfo> {
  const { useCaptcha } = await getAccountPolicy(deps);
  const { provider, siteKey } = deps.config.captcha;
  return useCaptcha ? { type: provider, siteKey } : { type: 'None', siteKey: '' };
}

/**
 * Throws `request.notFound` where another provider than HashPow is set, whether forms ask for a captcha or not, and
 * `captcha.unavailable` while Redis is away.
 */
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

/**
 * Lets through whoever solved the captcha, and everybody while none is asked for. An answer is used up even when the
 * form is refused for another reason.
 * @throws DomainError `captcha.failed` or `captcha.unavailable`.
 */
export async function checkCaptcha(deps: Deps, answer: string | null | undefined, ip: string): Promise<void> {
  const { useCaptcha } = await getAccountPolicy(deps);
  if (!useCaptcha || (await isSolved(deps, answer ?? '', ip))) return;
  throw new DomainError('captcha.failed', { field: 'challenge' });
}
