// Hashes that came with an export of CTFd, each used until its owner signs in for the first time.

import { createHash, createHmac } from 'node:crypto';
import type { Executor } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import { shareOfForeignHashes } from './account.queries';

/** Of CTFd. A hash of a higher one is not imported: its owner could keep a processor busy for days. */
export const foreignCostMax = 12;

/** Two of passlib, over a digest of the password, and bcrypt itself. */
const forms: [RegExp, (salt: string, password: string) => string][] = [
  [
    /^\$bcrypt-sha256\$v=2,t=(2[ab]),r=(\d{1,2})\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/,
    (key, password) => createHmac('sha256', key).update(password).digest('base64'),
  ],
  [
    /^\$bcrypt-sha256\$(2[ab]),(\d{1,2})\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/,
    (_, password) => createHash('sha256').update(password).digest('base64'),
  ],
  [/^\$(2[aby])\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/, (_, password) => password],
];

interface ForeignHash {
  bcrypt: string;
  /** What bcrypt gets. */
  keyOf(password: string): string;
}

/** null for what cannot be verified, or not within the highest cost. */
export function readForeignHash(text: string): ForeignHash | null {
  for (const [form, keyOf] of forms) {
    const [, kind, cost = '', ofHash = '', rest] = form.exec(text) ?? [];
    if (kind === undefined) continue;
    if (Number(cost) < 4 || Number(cost) > foreignCostMax) return null;
    const bcrypt = `$${kind}$${cost.padStart(2, '0')}$${ofHash}${rest}`;
    return { bcrypt, keyOf: (password) => keyOf(ofHash, password) };
  }
  return null;
}

const foreignDecoy = `$2b$${foreignCostMax}$${'.'.repeat(53)}`;
const shareAgeMsMax = 60_000;
const shares = new WeakMap<Executor, { at: number; share: number }>();

async function foreignShare({ db, clock }: Deps): Promise<number> {
  const now = clock.now().getTime();
  const known = shares.get(db);
  if (known && Math.abs(now - known.at) < shareAgeMsMax) return known.share;
  const share = await shareOfForeignHashes(db);
  shares.set(db, { at: now, share });
  return share;
}

/**
 * What an unknown name is compared with. As many of them as of the accounts have a hash of CTFd, always the same ones: a
 * sign-in that takes longer does not show whether there is an account.
 */
export async function decoyOf(deps: Deps, login: string, own: string): Promise<string> {
  const key = createHmac('sha256', deps.sealing.deriveKey('sign-in-decoy'));
  const drawn = key.update(login.trim().toLowerCase()).digest().readUInt32BE() / 2 ** 32;
  return drawn < (await foreignShare(deps)) ? foreignDecoy : own;
}
