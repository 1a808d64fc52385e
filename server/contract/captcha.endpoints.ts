import type { Endpoints } from './endpoint';

export const captchaEndpoints = {
  info: { method: 'GET', path: '/api/captcha' },
  powChallenge: { method: 'GET', path: '/api/captcha/powchallenge' },
} as const satisfies Endpoints;

export const turnstileOrigin = 'https://challenges.cloudflare.com';
