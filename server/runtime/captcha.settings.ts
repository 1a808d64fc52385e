import type { CaptchaProvider } from '@vexil/db/enums/captcha';

/** What forms ask for where the settings say that they ask at all. */
export interface CaptchaSettings {
  provider: CaptchaProvider;
  /** Public; of Turnstile. */
  siteKey: string;
  secretKey: string;
  /** Zero bits an answer of HashPow begins with. */
  difficulty: number;
  /** Where answers of Turnstile are checked. */
  verifyUrl: string;
}

export const turnstileUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Keys that the provider cannot do without: its check could only refuse everybody or pass everybody. */
export function findCaptchaMistakes(
  environment: Readonly<Record<string, string | undefined>>,
): { variable: string; message: string }[] {
  if (environment.CAPTCHA_PROVIDER !== 'CloudflareTurnstile') return [];
  return ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY']
    .filter((variable) => environment[variable] === undefined)
    .map((variable) => ({ variable, message: 'is required with CAPTCHA_PROVIDER=CloudflareTurnstile' }));
}
