import { imageSizeBytesMax } from './account.limits';
import type { Endpoints } from './endpoint';

export const teamEndpoints = {
  get: { method: 'GET', path: '/api/team/:id' },
  list: { method: 'GET', path: '/api/team' },
  create: { method: 'POST', path: '/api/team' },
  update: { method: 'PUT', path: '/api/team/:id' },
  transfer: { method: 'PUT', path: '/api/team/:id/transfer' },
  invite: { method: 'GET', path: '/api/team/:id/invite' },
  rotateInvite: { method: 'PUT', path: '/api/team/:id/invite' },
  kick: { method: 'POST', path: '/api/team/:id/kick/:userId' },
  accept: { method: 'POST', path: '/api/team/accept' },
  leave: { method: 'POST', path: '/api/team/:id/leave' },
  avatar: { method: 'PUT', path: '/api/team/:id/avatar', upload: { field: 'file', sizeBytesMax: imageSizeBytesMax } },
  delete: { method: 'DELETE', path: '/api/team/:id' },
  verify: { method: 'POST', path: '/api/team/verify' },
} as const satisfies Endpoints;
