import type { Endpoints } from './endpoint';

export const scoreboardEndpoints = {
  get: { method: 'GET', path: '/api/game/:id/scoreboard' },
  timeline: { method: 'GET', path: '/api/game/:id/scoreboard/timeline' },
  ctftime: { method: 'GET', path: '/api/game/:id/ctftime' },
  sheet: { method: 'GET', path: '/api/game/:id/scoreboardsheet' },
} as const satisfies Endpoints;
