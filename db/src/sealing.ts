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

export function createSealing(secretKey: string): Sealing {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'vexil', purpose, 32));
  const hashKey = deriveKey('flag-hash');
  const sealKey = deriveKey('seal');
  return {
    deriveKey,
    hashFlag: (challengeId, text) => createHmac('sha256', hashKey).update(`${challengeId}\n${text}`).digest('hex'),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    unseal(sealed) {
      if (!sealed.startsWith(version)) throw new Error('The sealed text is of an unknown version.');
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
  };
}
