import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { z } from 'zod';

const timeoutMs = 5000;
const responseLengthMax = 2048;
const Verdict = z.object({ success: z.boolean() });

/** Throws `captcha.unavailable` when the service gives no usable reply within five seconds. */
export async function isRightResponse(
  deps: Pick<Deps, 'config' | 'log' | 'random'>,
  response: string,
  ip: string,
): Promise<boolean> {
  if (response === '' || response.length > responseLengthMax) return false;
  const { secretKey: secret, verifyUrl } = deps.config.captcha;
  try {
    const reply = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response, remoteip: ip, idempotency_key: deps.random.uuid() }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!reply.ok) throw new Error(`The captcha service answered ${reply.status}`);
    return Verdict.parse(await reply.json()).success;
  } catch (error) {
    deps.log.warn({ event: 'captcha.check_failed', err: error }, 'Turnstile could not be reached');
    throw new DomainError('captcha.unavailable', { field: 'challenge', cause: error });
  }
}
