import type { Endpoints } from './endpoint';

export const webhookEndpoints = {
  list: { method: 'GET', path: '/api/admin/webhooks' },
  create: { method: 'POST', path: '/api/admin/webhooks' },
  update: { method: 'PUT', path: '/api/admin/webhooks/:webhookId' },
  remove: { method: 'DELETE', path: '/api/admin/webhooks/:webhookId' },
  renewSecret: { method: 'POST', path: '/api/admin/webhooks/:webhookId/secret' },
  test: { method: 'POST', path: '/api/admin/webhooks/:webhookId/test' },
  deliveries: { method: 'GET', path: '/api/admin/webhooks/:webhookId/deliveries' },
  replay: { method: 'POST', path: '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay' },
} as const satisfies Endpoints;
