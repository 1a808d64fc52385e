import { captchaProviders } from '@vexil/db/enums/captcha';
import { z } from 'zod';
import { captchaEndpoints } from './captcha.endpoints';
import { HashPowChallenge } from './hash-pow';
import { defineRoutes } from './route';

export const CaptchaInfo = z.object({
  type: z.enum(captchaProviders),
  siteKey: z.string(),
  /** Solves `captcha.needed`, also while no form requires a captcha. */
  onDemandType: z.enum(captchaProviders),
  onDemandSiteKey: z.string(),
});
export type CaptchaInfo = z.infer<typeof CaptchaInfo>;

export const captchaRoutes = defineRoutes(captchaEndpoints, { access: 'Anonymous' })({
  info: {
    summary: 'Which captcha forms ask for',
    reply: CaptchaInfo,
  },
  powChallenge: {
    summary: 'A new challenge; lives for five minutes and is good for one form',
    rate: 'captcha',
    reply: HashPowChallenge,
    errors: ['captcha.unavailable'],
  },
});
