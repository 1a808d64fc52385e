import type { Endpoints } from './endpoint';

export const gameArchiveEndpoints = {
  download: { method: 'POST', path: '/api/edit/games/:id/archive' },
} as const satisfies Endpoints;
