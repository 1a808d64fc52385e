import { captchaProviders } from '@vexil/db/enums/captcha';
import { z } from 'zod';
import { captchaEndpoints } from './captcha.endpoints';
import { defineRoute } from './route';

export const CaptchaInfo = z.object({
  type: z.enum(captchaProviders),
  siteKey: z.string(),
  /** Solves `captcha.needed`, also while no form requires a captcha. */
  onDemandType: z.enum(captchaProviders),
  onDemandSiteKey: z.string(),
});
export type CaptchaInfo = z.infer<typeof CaptchaInfo>;

/**
 * Find eight bytes whose SHA-256 after the challenge's begins with `difficulty` zero bits. Sent as `<id>:<16 hex
 * digits>`.
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
