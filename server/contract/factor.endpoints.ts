import type { Endpoints } from './endpoint';

export const factorEndpoints = {
  list: { method: 'GET', path: '/api/account/factors' },
  beginTotp: { method: 'POST', path: '/api/account/factors/totp' },
  confirmTotp: { method: 'PUT', path: '/api/account/factors/totp' },
  beginPasskey: { method: 'POST', path: '/api/account/factors/passkeys' },
  confirmPasskey: { method: 'PUT', path: '/api/account/factors/passkeys' },
  challengePasskey: { method: 'POST', path: '/api/account/factors/passkeys/challenge' },
  renewCodes: { method: 'POST', path: '/api/account/factors/recoverycodes' },
  stepUp: { method: 'POST', path: '/api/account/factors/stepup' },
  rename: { method: 'PUT', path: '/api/account/factors/:factorId' },
  remove: { method: 'DELETE', path: '/api/account/factors/:factorId' },
} as const satisfies Endpoints;
