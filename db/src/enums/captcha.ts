export const captchaProviders = ['None', 'HashPow', 'CloudflareTurnstile'] as const;
