import type { ProviderIcon, ProviderKind } from '@vexil/db/enums/sign-in';

interface Preset {
  /** Empty where there is no usual one. */
  issuer: string;
  name: string;
  icon: ProviderIcon;
  scopes: string;
}

export const presets: Record<ProviderKind, Preset> = {
  oidc: { issuer: '', name: '', icon: 'key', scopes: 'openid email profile' },
  google: { issuer: 'https://accounts.google.com', name: 'Google', icon: 'google', scopes: 'openid email profile' },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    name: 'Microsoft',
    icon: 'microsoft',
    scopes: 'openid email profile',
  },
  github: { issuer: 'https://github.com', name: 'GitHub', icon: 'github', scopes: 'user:email' },
  discord: { issuer: 'https://discord.com', name: 'Discord', icon: 'discord', scopes: 'identify email' },
  ctftime: {
    issuer: 'https://oauth.ctftime.org',
    name: 'CTFtime',
    icon: 'flag',
    scopes: 'profile:read team:read',
  },
};
