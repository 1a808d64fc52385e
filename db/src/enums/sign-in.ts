/** `oidc`, `google` and `microsoft` by discovery; the others have a profile call of their own. */
export const providerKinds = ['oidc', 'google', 'microsoft', 'github', 'discord', 'ctftime'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const providerIcons = ['key', 'school', 'building', 'google', 'microsoft', 'github', 'discord', 'flag'] as const;
export type ProviderIcon = (typeof providerIcons)[number];
