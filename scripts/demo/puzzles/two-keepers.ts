import type { Random } from '../random';
import { find, type Puzzle, textFile } from './puzzle';

const exponent = 65537n;
const primeBytes = 32;

function power(base: bigint, exponent_: bigint, modulus: bigint): bigint {
  let [result, square, rest] = [1n, base % modulus, exponent_];
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a % b];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}

const toNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);

function isPrime(candidate: bigint): boolean {
  for (const small of [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n]) if (candidate % small === 0n) return false;
  let [odd, twos] = [candidate - 1n, 0];
  for (; odd % 2n === 0n; odd /= 2n) twos += 1;
  return [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n].every((witness) => {
    let value = power(witness, odd, candidate);
    if (value === 1n || value === candidate - 1n) return true;
    for (let round = 1; round < twos; round += 1) {
      value = (value * value) % candidate;
      if (value === candidate - 1n) return true;
    }
    return false;
  });
}

function makePrime(random: Random): bigint {
  for (;;) {
    const bytes = random.bytes(primeBytes);
    bytes[0] = (bytes[0] ?? 0) | 0xc0;
    bytes[primeBytes - 1] = (bytes[primeBytes - 1] ?? 0) | 1;
    const candidate = toNumber(bytes);
    if (isPrime(candidate) && gcd(exponent, candidate - 1n) === 1n) return candidate;
  }
}

/** Public keys of which two share a prime, because of a poor random generator. */
export const twoKeepers: Puzzle = {
  key: 'two-keepers',
  title: 'Two Keepers, One Lamp',
  category: 'Crypto',
  content: [
    'Eight lighthouses of the coast exchange letters under textbook RSA with `e = 65537`. Their keepers made the keys on',
    'the same evening, with the same machine, just after it had been switched on.',
    '',
    'The file lists each lighthouse with its modulus `n` and a letter `c = m^e mod n`, where `m` is the text read as one',
    'number, the first byte being the highest.',
  ].join('\n'),
  hints: [
    'No modulus can be factored alone. There are twenty-eight pairs of them.',
    'Euclid had never heard of computers and yet he is the one to ask.',
  ],
  originalScore: 450,
  minScoreRate: 0.3,
  difficulty: 7,
  guesses: ['vexil{65537}', 'vexil{rsa}', 'vexil{grey_skerry}', 'vexil{euclid}', 'vexil{common_modulus}'],
  make(random) {
    const flag = `vexil{chance_needs_a_warm_lamp_${random.bytes(2).toString('hex')}}`;
    const names = [
      'Grey Skerry',
      'Pier Head',
      'Cold Ness',
      'Sister Rocks',
      'Far Light',
      'Lythe',
      'Westrigg',
      'The Maiden',
    ];
    const shared = makePrime(random);
    const keepers = random.shuffle([0, 1, 2, 3, 4, 5, 6, 7]).slice(0, 2);
    const letters = [
      'wind south, all well',
      'send more oil',
      'the cat has kittens',
      'glass falling',
      'no post again',
      'well',
    ];
    const lines = names.flatMap((name, index) => {
      const n = (keepers.includes(index) ? shared : makePrime(random)) * makePrime(random);
      const text = index === keepers[0] ? flag : random.pick(letters);
      const c = power(toNumber(Buffer.from(text)), exponent, n);
      return [`[${name}]`, `n = ${n}`, `c = ${c}`, ''];
    });
    return { flag, file: textFile('lighthouses.txt', lines) };
  },
  solve({ content }) {
    const keys = content
      .toString()
      .split('\n\n')
      .filter((block) => block.includes('n = '))
      .map((block) => ({ n: BigInt(find(/n = (\d+)/, block)), c: BigInt(find(/c = (\d+)/, block)) }));
    for (const { n, c } of keys) {
      const prime = keys.map((other) => (other.n === n ? 1n : gcd(n, other.n))).find((divisor) => divisor > 1n);
      if (prime === undefined) continue;
      const secret = inverse(exponent, (prime - 1n) * (n / prime - 1n));
      const hex = power(c, secret, n).toString(16);
      const text = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString();
      if (text.startsWith('vexil{')) return text;
    }
    throw new Error('No two keys share a prime.');
  },
};
