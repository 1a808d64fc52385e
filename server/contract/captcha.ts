import { captchaProviders } from '@vexil/db/enums/captcha';
import { z } from 'zod';
import { captchaEndpoints } from './captcha.endpoints';
import { HashPowChallenge } from './hash-pow';
import { defineRoute } from './route';

export const CaptchaInfo = z.object({
  type: z.enum(captchaProviders),
  siteKey: z.string(),
  /** Solves `captcha.needed`, also while no form requires a captcha. */
  onDemandType: z.enum(captchaProviders),
  onDemandSiteKey: z.string(),
});
export type CaptchaInfo = z.infer<typeof CaptchaInfo>;

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
