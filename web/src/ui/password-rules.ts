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

const alphabets: [RegExp, number][] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9A-Za-z]/, 33],
];
const common = /pass?w[o0]rd|qwert|letmein|welcome|admin|dragon|monkey|iloveyou|changeme/i;
const bitsPerStep = 13;

/** Characters that neither repeat the one before nor count on from it: of `aaaa` and `1234` one each. */
function freshCharacters(value: string): number {
  const codes = [...value].map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length;
}

/** From 0 to 5: the bits of a random text of this alphabet, without runs, and halved for a common word. */
export function passwordStrength(value: string): number {
  const size = alphabets.reduce((sum, [pattern, letters]) => sum + (pattern.test(value) ? letters : 0), 0);
  const bits = freshCharacters(value) * Math.log2(Math.max(1, size)) * (common.test(value) ? 0.5 : 1);
  return Math.min(5, Math.floor(bits / bitsPerStep));
}
