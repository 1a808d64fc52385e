import type { SecretRegistry } from './secrets';

/** Of a chat service, where the path is the secret. */
export const hookAddress = (secrets: SecretRegistry) =>
  `https://hooks.leaks.example/${secrets.add('webhookSecret', 'the path of a webhook', 'services-T0000-XyZzYsEcReT')}`;
