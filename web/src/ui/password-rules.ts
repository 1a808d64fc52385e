import { isStrongPassword, passwordLengthMin } from '@vexil/rules/password.rules';

/** What a new password is measured by; all but the last are what the server insists on. */
export const passwordRules = [
  { name: 'length', holds: (value: string) => value.length >= passwordLengthMin },
  { name: 'digit', holds: (value: string) => /[0-9]/.test(value) },
  { name: 'lower', holds: (value: string) => /[a-z]/.test(value) },
  { name: 'upper', holds: (value: string) => /[A-Z]/.test(value) },
  { name: 'symbol', holds: (value: string) => /[^0-9A-Za-z\s]/.test(value) },
] as const;

/** Whether the server will take a password. */
export const isStrongEnough = isStrongPassword;
