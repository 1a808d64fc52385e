/**
 * Of the cost that passwords are hashed at and of no password: an unknown name takes as long as a wrong password. Accounts
 * that a provider made have it, too, and those that were erased.
 */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
