import { flagLengthMax } from '@vexil/contract/flag.limits';

export type FlagRefusal = 'blank' | 'tooLong' | 'unstorable';

/** Null for a valid text. Nothing is trimmed: blanks belong to a flag. */
export function flagRefusal(text: string): FlagRefusal | null {
  if (text.trim() === '') return 'blank';
  if (text.length > flagLengthMax) return 'tooLong';
  // PostgreSQL refuses NUL in text.
  return text.includes('\0') ? 'unstorable' : null;
}
