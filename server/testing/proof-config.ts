import { turnstileUrl } from '@vexil/runtime/captcha.settings';
import type { Config } from '@vexil/runtime/config';

/** Enables every part of the product, so that no call reports a disabled one. */
export const proofConfig: Partial<Config> = {
  // Servers only queue mails.
  smtpUrl: 'smtp://127.0.0.1:1',
  captcha: { provider: 'HashPow', siteKey: '', secretKey: '', difficulty: 8, verifyUrl: turnstileUrl },
  publicUrl: 'http://localhost',
  containerEngine: 'docker',
  containerPortMapping: 'proxy',
};
