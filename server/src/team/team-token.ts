import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';

const keyBytes = 32;
const signatureBytes = 64;

function decode(text: string, length: number): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replace(/(?<!=)=+$/, '');
  if (bytes.length !== length || bytes.toString('base64').replace(/(?<!=)=+$/, '') !== plain) {
    throw new DomainError('team.tokenMalformed');
  }
  return bytes;
}

function readPublicKey(text: string): KeyObject {
  const x = decode(text, keyBytes).toString('base64url');
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch (cause) {
    throw new DomainError('team.tokenMalformed', { cause });
  }
}

/** Both parts are base64. Throws `team.tokenMalformed` or `team.tokenWrong`, whether or not team and game exist. */
export function verifyTeamToken(teamToken: string, publicKey: string): void {
  const key = readPublicKey(publicKey.trim());
  const [, teamId, signature = ''] = /^(\d{1,10}):(.*)$/.exec(teamToken.trim()) ?? [];
  if (teamId === undefined) throw new DomainError('team.tokenMalformed');
  const message = Buffer.from(`GZCTF_TEAM_${Number(teamId)}`);
  if (!verify(null, message, key, decode(signature, signatureBytes))) throw new DomainError('team.tokenWrong');
}
