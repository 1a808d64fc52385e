export const turnstileUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Without its keys a provider refuses or passes every request. */
export function findCaptchaMistakes(
  environment: Readonly<Record<string, string | undefined>>,
): { variable: string; message: string }[] {
  if (environment.CAPTCHA_PROVIDER !== 'CloudflareTurnstile') return [];
  return ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY']
    .filter((variable) => environment[variable] === undefined)
    .map((variable) => ({ variable, message: 'is required with CAPTCHA_PROVIDER=CloudflareTurnstile' }));
}
