import { captchaProviders } from '@vexil/db/enums/captcha';
import { z } from 'zod';
import { captchaEndpoints } from './captcha.endpoints';
import { defineRoute } from './route';

export const CaptchaInfo = z.object({
  type: z.enum(captchaProviders),
  /** Empty where the provider has none. */
  siteKey: z.string(),
  /** What a form is let through with that was refused with `captcha.needed`, also while none is asked for. */
  onDemandType: z.enum(captchaProviders),
  onDemandSiteKey: z.string(),
});
export type CaptchaInfo = z.infer<typeof CaptchaInfo>;

/**
 * A riddle to be solved by trying: eight bytes whose SHA-256 behind the challenge's begins with `difficulty` zero bits.
 * The answer goes into the member `challenge` of a form as `<id>:<16 hex digits>`.
 */
export const HashPowChallenge = z.object({
  id: z.string().meta({ description: '12 hex digits', examples: ['0f1e2d3c4b5a'] }),
  challenge: z.string().meta({ description: '16 hex digits, eight bytes', examples: ['0011223344556677'] }),
  difficulty: z.int().meta({ examples: [18] }),
});
export type HashPowChallenge = z.infer<typeof HashPowChallenge>;

export const captchaRoutes = {
  info: defineRoute({
    ...captchaEndpoints.info,
    access: 'Anonymous',
    summary: 'Which captcha forms ask for',
    reply: CaptchaInfo,
    errors: [],
  }),
  powChallenge: defineRoute({
    ...captchaEndpoints.powChallenge,
    access: 'Anonymous',
    summary: 'A new challenge; lives for five minutes and is good for one form',
    rate: 'captcha',
    reply: HashPowChallenge,
    errors: ['captcha.unavailable'],
  }),
};
