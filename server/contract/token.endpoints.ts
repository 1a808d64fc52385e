import type { Endpoints } from './endpoint';

export const tokenEndpoints = {
  create: { method: 'POST', path: '/api/tokens' },
  list: { method: 'GET', path: '/api/tokens' },
  restore: { method: 'POST', path: '/api/tokens/:id/restore' },
  remove: { method: 'DELETE', path: '/api/tokens/:id' },
} as const satisfies Endpoints;

export const playerTokenEndpoints = {
  list: { method: 'GET', path: '/api/account/tokens' },
  create: { method: 'POST', path: '/api/account/tokens' },
  remove: { method: 'DELETE', path: '/api/account/tokens/:id' },
} as const satisfies Endpoints;

export const gameTokenEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/tokens' },
  create: { method: 'POST', path: '/api/edit/games/:id/tokens' },
  remove: { method: 'DELETE', path: '/api/edit/games/:id/tokens/:tokenId' },
} as const satisfies Endpoints;
