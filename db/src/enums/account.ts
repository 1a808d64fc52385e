/** In ascending order of power: a check is always "at least". */
export const roles = ['Banned', 'User', 'Monitor', 'Admin'] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export const registerResults = ['LoggedIn', 'AdminConfirmationRequired', 'EmailConfirmationRequired'] as const;
export type RegisterResult = (typeof registerResults)[number];

/** What a mailed single-use token may be spent on. */
export const tokenPurposes = ['VerifyEmail', 'ResetPassword', 'ChangeEmail'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];
