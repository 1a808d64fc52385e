// The hash ties a flag to a team: organisers recompute it outside the platform from the game salt alone. SHA-256 comes
// in as a parameter because browsers and Node have no synchronous one in common.

/** Lower-case hex SHA-256 of the UTF-8 text. */
export type Sha256Hex = (text: string) => string;

export const teamHashLength = 12;

const hashOffset = 12;

/** The word that keeps these salts apart from other uses of the key. */
const saltWord = 'VEXIL';

/**
 * The salt of a game, from the text its private key is stored as. A game brought from another platform keeps its hashes
 * when `word` is that platform's.
 */
export function gameSalt(sha256Hex: Sha256Hex, storedPrivateKey: string, word = saltWord): string {
  return sha256Hex(`${word}@${storedPrivateKey}@PK`);
}

export function challengeSalt(sha256Hex: Sha256Hex, salt: string, challengeId: number): string {
  return sha256Hex(`${salt}::${challengeId}`);
}

/** Twelve hex characters for a team and a challenge; `teamToken` is the participation's token. */
export function teamHash(sha256Hex: Sha256Hex, salt: string, challengeId: number, teamToken: string): string {
  const full = sha256Hex(`${challengeSalt(sha256Hex, salt, challengeId)}::${teamToken}`);
  return full.slice(hashOffset, hashOffset + teamHashLength);
}
