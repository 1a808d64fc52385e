import type { Endpoints } from './endpoint';

export const gameEndpoints = {
  recent: { method: 'GET', path: '/api/game/recent' },
  list: { method: 'GET', path: '/api/game' },
  mine: { method: 'GET', path: '/api/game/mine' },
  get: { method: 'GET', path: '/api/game/:id' },
} as const satisfies Endpoints;
