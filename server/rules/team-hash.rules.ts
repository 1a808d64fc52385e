// Organisers recompute the hash from the game salt. SHA-256 is a parameter: browsers have no synchronous one.

/** Lower-case hex of the UTF-8 text. */
export type Sha256Hex = (text: string) => string;

export const teamHashLength = 12;

const hashOffset = 12;

/** Separates these salts from other uses of the key. */
const saltWord = 'VEXIL';

/** An imported game keeps its hashes when `word` is its platform's. */
export function gameSalt(sha256Hex: Sha256Hex, storedPrivateKey: string, word = saltWord): string {
  return sha256Hex(`${word}@${storedPrivateKey}@PK`);
}

export function challengeSalt(sha256Hex: Sha256Hex, salt: string, challengeId: number): string {
  return sha256Hex(`${salt}::${challengeId}`);
}

/** Twelve hex characters. */
export function teamHash(sha256Hex: Sha256Hex, salt: string, challengeId: number, teamToken: string): string {
  const full = sha256Hex(`${challengeSalt(sha256Hex, salt, challengeId)}::${teamToken}`);
  return full.slice(hashOffset, hashOffset + teamHashLength);
}
