import type { HashPowChallenge } from '@vexil/contract/hash-pow';

// Own SHA-256: WebCrypto needs HTTPS, which a local network may lack, and its call overhead exceeds the hashing. The
// 16 input bytes fit one block.

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const startState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const words = new Int32Array(64);

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** Leading zero bits, up to 64, of the SHA-256 of challenge and candidate; each is two 32-bit words. */
export function countZeroBits(challenge: readonly [number, number], high: number, low: number): number {
  words.fill(0, 4, 15);
  words[0] = challenge[0];
  words[1] = challenge[1];
  words[2] = high;
  words[3] = low;
  words[4] = 0x80000000;
  words[15] = 128;
  for (let at = 16; at < 64; at += 1) {
    const old = words[at - 15] as number;
    const late = words[at - 2] as number;
    const first = turn(old, 7) ^ turn(old, 18) ^ (old >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] as number) + first + (words[at - 7] as number) + second;
  }
  let a = startState[0] as number;
  let b = startState[1] as number;
  let c = startState[2] as number;
  let d = startState[3] as number;
  let e = startState[4] as number;
  let f = startState[5] as number;
  let g = startState[6] as number;
  let h = startState[7] as number;
  for (let at = 0; at < 64; at += 1) {
    const mixed = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + mixed + (roundConstants[at] as number) + (words[at] as number)) | 0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const zeros = Math.clz32(a + (startState[0] as number));
  return zeros < 32 ? zeros : 32 + Math.clz32(b + (startState[1] as number));
}

const reportEveryMs = 100;
const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

/** Tries candidates in order; returns `<id>:<16 hex digits>`, the form's value. Reports progress ten times a second. */
export function solveHashPow(
  { id, challenge, difficulty }: HashPowChallenge,
  onTries: (count: number) => void = () => {},
): string {
  const given = [Number.parseInt(challenge.slice(0, 8), 16), Number.parseInt(challenge.slice(8), 16)] as const;
  let reportedAt = performance.now();
  for (let count = 0; ; count += 1) {
    const high = Math.floor(count / 2 ** 32);
    if (countZeroBits(given, high, count | 0) >= difficulty) return `${id}:${hex(high)}${hex(count)}`;
    if (count % 4096 !== 0 || performance.now() - reportedAt < reportEveryMs) continue;
    reportedAt = performance.now();
    onTries(count);
  }
}
