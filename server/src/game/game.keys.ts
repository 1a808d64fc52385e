import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { gameSalt } from '@vexil/rules/team-hash.rules';

type KeyDeps = Pick<Deps, 'sealing'>;
type SealedKey = Pick<GameRow, 'privateKeySealed'>;

export interface GameKeys {
  /** Base64 of the 32 raw bytes. */
  publicKey: string;
  /** Base64 of the 32-byte seed, sealed. */
  privateKeySealed: string;
}

// An Ed25519 private key in PKCS #8 is this prefix and the seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createGameKeys({ sealing }: KeyDeps): GameKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32);
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return { publicKey: raw.toString('base64'), privateKeySealed: sealing.seal(seed.toString('base64')) };
}

/** `{teamId}:{base64 of the signature over GZCTF_TEAM_{teamId}}`; the same for the same game and team. */
export function signTeamToken({ sealing }: KeyDeps, game: SealedKey, teamId: number): string {
  const seed = Buffer.from(sealing.unseal(game.privateKeySealed), 'base64');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  return `${teamId}:${sign(null, Buffer.from(`GZCTF_TEAM_${teamId}`), key).toString('base64')}`;
}

/** Salt of the game's team hashes: 64 hex characters that never change. */
export function gameHashSalt({ sealing }: KeyDeps, game: SealedKey): string {
  const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
  return gameSalt(sha256Hex, sealing.unseal(game.privateKeySealed));
}
