import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaptchaInfo } from '@vexil/server/contract/captcha';
import { useMemo } from 'react';
import { ApiError } from '../../api/api-error';
import { captchaQuery } from './captcha.queries';
import type { CaptchaSolver } from './captcha-solver';
import { createHashPow } from './hash-pow-solver';
import { createTurnstile, type TurnstileSolver } from './turnstile-solver';

export type Captcha = {
  kind: { type: 'HashPow'; solver: CaptchaSolver } | { type: 'CloudflareTurnstile'; solver: TurnstileSolver } | null;
  /** What goes into a form's `challenge`; waits while it is being found. */
  take: () => Promise<string | undefined>;
  /** After a form was refused: what it sent is used up, and perhaps another captcha is asked for by now. */
  renew: (error: unknown) => void;
};

function kindOf(info: CaptchaInfo | undefined): Captcha['kind'] {
  if (info?.type === 'HashPow') return { type: info.type, solver: createHashPow() };
  if (info?.type === 'CloudflareTurnstile') return { type: info.type, solver: createTurnstile(info.siteKey) };
  return null;
}

/** The captcha of one form; show it with `CaptchaField`. */
export function useCaptcha(): Captcha {
  const queryClient = useQueryClient();
  const { data: info } = useQuery(captchaQuery());
  const kind = useMemo(() => kindOf(info), [info]);
  return {
    kind,
    take: async () => kind?.solver.take(),
    renew: (error) => {
      if (kind && kind.solver.state().step !== 'failed') kind.solver.start();
      const isAboutIt = error instanceof ApiError && /^(captcha\.|request\.notFound)/.test(error.code);
      if (isAboutIt) void queryClient.invalidateQueries({ queryKey: captchaQuery().queryKey });
    },
  };
}
