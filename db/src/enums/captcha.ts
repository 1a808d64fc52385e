export const captchaProviders = ['None', 'HashPow', 'CloudflareTurnstile'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];
