import type { Endpoints } from './endpoint';

export const signInEndpoints = {
  providers: { method: 'GET', path: '/api/account/providers' },
  begin: { method: 'GET', path: '/api/account/signin/:provider' },
  callback: { method: 'GET', path: '/api/account/callback/:provider' },
  link: { method: 'GET', path: '/api/account/links/:provider' },
  enter: { method: 'PUT', path: '/api/account/links/:provider' },
  unlink: { method: 'DELETE', path: '/api/account/links/:provider' },
} as const satisfies Endpoints;
