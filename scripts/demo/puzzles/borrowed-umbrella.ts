import type { Puzzle } from './puzzle';

const greeting = 'Dear guest of room ';
const keyLength = 7;

const xor = (text: Buffer, key: Buffer) => Buffer.from(text.map((byte, at) => byte ^ (key[at % key.length] ?? 0)));

/** Repeating-key cipher with a known beginning. */
export const borrowedUmbrella: Puzzle = {
  key: 'borrowed-umbrella',
  title: 'The Borrowed Umbrella',
  category: 'Crypto',
  content: [
    'The night porter of the Grand Hotel Meridian writes polite notes and does not want the lift boy to read them. So he',
    'combines every byte with his secret word by XOR, and starts the word again whenever it is used up.',
    '',
    'All of his notes begin alike, because he is a polite man:',
    '',
    '> Dear guest of room …',
    '',
    'One of them has been left at the desk.',
  ].join('\n'),
  hints: ['You know nineteen bytes of the text. How many bytes of the word is that?'],
  originalScore: 200,
  minScoreRate: 0.4,
  difficulty: 14,
  guesses: ['vexil{umbrella}', 'vexil{dear_guest}', 'vexil{the_lift_boy_reads_it}', 'vexil{meridian}'],
  make(random) {
    const flag = `vexil{return_it_before_the_rain_${random.bytes(3).toString('hex')}}`;
    const text = [
      `${greeting}${random.int(101, 489)},`,
      '',
      'the umbrella you left in the lift was not yours, and the gentleman it belongs to has become quite wet.',
      'Should you wish to make amends, he is in the bar. He accepts apologies in this form only:',
      '',
      `    ${flag}`,
      '',
      'With the compliments of the night desk.',
      '',
    ].join('\n');
    return { flag, file: { name: 'note.bin', content: xor(Buffer.from(text), random.bytes(keyLength)) } };
  },
  solve({ content }) {
    const known = Buffer.from(greeting);
    for (let length = 1; length < known.length; length += 1) {
      const key = xor(content.subarray(0, length), known);
      const text = xor(content, key).toString('latin1');
      const flag = text.startsWith(greeting) ? /vexil\{\w+\}/.exec(text)?.[0] : undefined;
      if (flag) return flag;
    }
    throw new Error('No length of the word fits.');
  },
};
