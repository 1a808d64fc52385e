import type { Endpoints } from './endpoint';

export const captchaEndpoints = {
  info: { method: 'GET', path: '/api/captcha' },
  powChallenge: { method: 'GET', path: '/api/captcha/powchallenge' },
} as const satisfies Endpoints;

/** Where the widget of CloudflareTurnstile and its frame come from. */
export const turnstileOrigin = 'https://challenges.cloudflare.com';
