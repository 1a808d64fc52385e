import { captchaProviders } from '@vexil/db/enums/captcha';
import { portMappings } from '@vexil/db/enums/container';
import { z } from 'zod';
import { defineRoute } from './route';

/** What every client may know of the deployment; lifetimes in minutes. */
export const ClientConfig = z.object({
  title: z.string(),
  slogan: z.string(),
  footerInfo: z.string().nullable(),
  customTheme: z.string().nullable(),
  apiPublicKey: z.string().nullable(),
  logoUrl: z.string().nullable(),
  portMapping: z.enum(portMappings),
  defaultLifetime: z.int(),
  extensionDuration: z.int(),
  renewalWindow: z.int(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const configRoutes = {
  client: defineRoute({
    method: 'GET',
    path: '/api/config',
    access: 'Anonymous',
    summary: 'What every client may know of the deployment',
    reply: ClientConfig,
    errors: [],
  }),
  captcha: defineRoute({
    method: 'GET',
    path: '/api/captcha',
    access: 'Anonymous',
    summary: 'Which captcha forms ask for',
    reply: z.object({ type: z.enum(captchaProviders), siteKey: z.string() }),
    errors: [],
  }),
};
