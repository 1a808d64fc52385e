import type { Endpoints } from './endpoint';

export const consentEndpoints = {
  consents: { method: 'GET', path: '/api/admin/consents' },
  consentSheet: { method: 'GET', path: '/api/admin/consents/sheet' },
  gameConsents: { method: 'GET', path: '/api/edit/games/:id/consents' },
  gameConsentSheet: { method: 'GET', path: '/api/edit/games/:id/consents/sheet' },
} as const satisfies Endpoints;
