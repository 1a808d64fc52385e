import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Both keys are derived from SECRET_KEY, which is not in the database. */
export interface Sealing {
  /** 64 hex characters, bound to the challenge. Comparing hashes leaks no timing of the flag. */
  hashFlag(challengeId: number, text: string): string;
  /** AES-256-GCM with a fresh nonce. */
  seal(text: string): string;
  /** Throws for another key or a changed text. */
  unseal(sealed: string): string;
  /** 32 bytes, deterministic per purpose. */
  deriveKey(purpose: string): Buffer;
}

const version = 'v1.';
const nonceBytes = 12;
const noncesPerCall = 256;

/** Random bytes are taken in stock: a call for twelve of them takes as long as the encryption of a flag. */
function createNonces(): () => Buffer {
  let stock = Buffer.alloc(0);
  return () => {
    if (stock.length === 0) stock = randomBytes(nonceBytes * noncesPerCall);
    const nonce = stock.subarray(0, nonceBytes);
    stock = stock.subarray(nonceBytes);
    return nonce;
  };
}

/** What an engine knows our instances by: distinct for deployments that share one, and kept when one moves. */
export const deploymentOf = (secretKey: string): string =>
  `vexil-${createSealing(secretKey).deriveKey('deployment').toString('hex').slice(0, 12)}`;

export function createSealing(secretKey: string): Sealing {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'vexil', purpose, 32));
  const hashKey = deriveKey('flag-hash');
  const sealKey = deriveKey('seal');
  const nextNonce = createNonces();
  return {
    deriveKey,
    hashFlag: (challengeId, text) => createHmac('sha256', hashKey).update(`${challengeId}\n${text}`).digest('hex'),
    seal(text) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    unseal(sealed) {
      if (!sealed.startsWith(version)) throw new Error('The sealed text is of an unknown version.');
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -16)), decipher.final()]).toString('utf8');
    },
  };
}
