import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaptchaInfo } from '@vexil/contract/captcha';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { useMemo, useState } from 'react';
import { ApiError, isError } from '../../api/api-error';
import { captchaQuery } from './captcha.queries';
import type { CaptchaSolver } from './captcha-solver';
import { createHashPow } from './hash-pow-solver';
import { createTurnstile, type TurnstileSolver } from './turnstile-solver';

export type Captcha = {
  kind: { type: 'HashPow'; solver: CaptchaSolver } | { type: 'CloudflareTurnstile'; solver: TurnstileSolver } | null;
  /** The value of a form's `challenge`; waits until the captcha is solved. */
  take: () => Promise<string | undefined>;
  /** Shows and solves what a refusal asks for; once for each call. */
  work: (challenge: HashPowChallenge) => Promise<string>;
  /** To be called after a refusal: the value is used up, and the captcha settings may have changed. */
  renew: (error: unknown) => void;
};

function kindOf(info: CaptchaInfo | undefined, isNeeded: boolean): Captcha['kind'] {
  const onDemand = info && { type: info.onDemandType, siteKey: info.onDemandSiteKey };
  const asked = isNeeded && info?.type === 'None' ? onDemand : info;
  if (asked?.type === 'HashPow') return { type: asked.type, solver: createHashPow() };
  if (asked?.type === 'CloudflareTurnstile') return { type: asked.type, solver: createTurnstile(asked.siteKey) };
  return null;
}

export function useCaptcha(): Captcha {
  const queryClient = useQueryClient();
  const { data: info } = useQuery(captchaQuery());
  const [isNeeded, setNeeded] = useState(false);
  const [worker, setWorker] = useState<CaptchaSolver | null>(null);
  const own = useMemo(() => kindOf(info, isNeeded), [info, isNeeded]);
  const kind = worker ? ({ type: 'HashPow', solver: worker } as const) : own;
  return {
    kind,
    take: async () => own?.solver.take(),
    work: (challenge) => {
      const solver = createHashPow(challenge);
      setWorker(solver);
      return solver.take();
    },
    renew: (error) => {
      // The form was refused for lack of a captcha, so the cached settings are outdated.
      if (isError(error, 'captcha.needed')) setNeeded(true);
      setWorker(null);
      if (own && own.solver.state.get().step !== 'failed') own.solver.start();
      const isAboutIt = error instanceof ApiError && /^(captcha\.|request\.notFound)/.test(error.code);
      if (isAboutIt) void queryClient.invalidateQueries({ queryKey: captchaQuery().queryKey });
    },
  };
}
