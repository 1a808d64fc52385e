/** Longest flag stored or submitted, in UTF-16 units. */
export const flagLengthMax = 127;

export type FlagRefusal = 'blank' | 'tooLong' | 'unstorable';

/** Why a text can be no flag and no answer, or null. Nothing is trimmed: blanks around a flag belong to it. */
export function flagRefusal(text: string): FlagRefusal | null {
  if (text.trim() === '') return 'blank';
  if (text.length > flagLengthMax) return 'tooLong';
  // PostgreSQL refuses this character in text, so it must not reach a statement.
  return text.includes('\0') ? 'unstorable' : null;
}
