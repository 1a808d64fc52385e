import { imageSizeBytesMax } from './account.limits';
import type { Endpoints } from './endpoint';

export const configAdminEndpoints = {
  get: { method: 'GET', path: '/api/admin/config' },
  update: { method: 'PUT', path: '/api/admin/config' },
  setLogo: {
    method: 'POST',
    path: '/api/admin/config/logo',
    upload: { field: 'file', sizeBytesMax: imageSizeBytesMax },
  },
  deleteLogo: { method: 'DELETE', path: '/api/admin/config/logo' },
  setFavicon: {
    method: 'POST',
    path: '/api/admin/config/favicon',
    upload: { field: 'file', sizeBytesMax: imageSizeBytesMax },
  },
  deleteFavicon: { method: 'DELETE', path: '/api/admin/config/favicon' },
  mailTexts: { method: 'GET', path: '/api/admin/config/mailtexts' },
  setMailText: { method: 'PUT', path: '/api/admin/config/mailtexts' },
  testCaptcha: { method: 'POST', path: '/api/admin/config/testcaptcha' },
  testMail: { method: 'POST', path: '/api/admin/config/testmail' },
} as const satisfies Endpoints;
