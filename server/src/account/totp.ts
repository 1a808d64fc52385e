// RFC 6238 with what common authenticator apps know: SHA-1, six digits, 30 seconds.

import { createHmac, timingSafeEqual } from 'node:crypto';

export const secretBytes = 20;
const stepMs = 30_000;
/** Of a phone's clock, in steps. */
const tolerance = 1;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs);

/** RFC 4226. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The step of a right code, null for a wrong one or one of a step that is not after `lastStep`. */
export function findStep(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = stepAt(now);
  for (let step = Math.max(current - tolerance, lastStep + 1); step <= current + tolerance; step += 1) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

/** RFC 4648 without padding; of whole groups of five bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => letters.charAt(Number.parseInt(group, 2))).join('');
}

export function totpUrl(secret: Buffer, issuer: string, userName: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  // Some apps show a plus as it stands.
  const text = query.toString().replaceAll('+', '%20');
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}?${text}`;
}
