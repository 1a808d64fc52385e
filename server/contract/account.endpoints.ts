import { imageSizeBytesMax } from './account.limits';
import type { Endpoints } from './endpoint';

export const accountEndpoints = {
  register: { method: 'POST', path: '/api/account/register' },
  login: { method: 'POST', path: '/api/account/login' },
  loginFactor: { method: 'POST', path: '/api/account/login/factor' },
  challengePasskey: { method: 'POST', path: '/api/account/login/passkey' },
  loginPasskey: { method: 'PUT', path: '/api/account/login/passkey' },
  logout: { method: 'POST', path: '/api/account/logout' },
  profile: { method: 'GET', path: '/api/account/profile' },
  update: { method: 'PUT', path: '/api/account/update' },
  changePassword: { method: 'PUT', path: '/api/account/changepassword' },
  recovery: { method: 'POST', path: '/api/account/recovery' },
  resetPassword: { method: 'POST', path: '/api/account/passwordreset' },
  verify: { method: 'POST', path: '/api/account/verify' },
  changeEmail: { method: 'PUT', path: '/api/account/changeemail' },
  confirmEmail: { method: 'POST', path: '/api/account/mailchangeconfirm' },
  sessions: { method: 'GET', path: '/api/account/sessions' },
  endSession: { method: 'DELETE', path: '/api/account/sessions/:sessionId' },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions' },
  avatar: { method: 'PUT', path: '/api/account/avatar', upload: { field: 'file', sizeBytesMax: imageSizeBytesMax } },
} as const satisfies Endpoints;
