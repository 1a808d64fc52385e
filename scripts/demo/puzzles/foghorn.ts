import { find, type Puzzle } from './puzzle';

const rate = 8000;
const dotSamples = 480;
const codes: Record<string, string> = {
  A: '.-',
  B: '-...',
  C: '-.-.',
  D: '-..',
  E: '.',
  F: '..-.',
  G: '--.',
  H: '....',
  I: '..',
  J: '.---',
  K: '-.-',
  L: '.-..',
  M: '--',
  N: '-.',
  O: '---',
  P: '.--.',
  Q: '--.-',
  R: '.-.',
  S: '...',
  T: '-',
  U: '..-',
  V: '...-',
  W: '.--',
  X: '-..-',
  Y: '-.--',
  Z: '--..',
};
const letters = new Map(Object.entries(codes).map(([letter, code]) => [code, letter]));
const words = ['KEEP', 'THE', 'LAMP', 'BURNING'];

/** A sound file: one channel, eight bits a sample. */
function toWave(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Morse in a foghorn, under wind. */
export const foghorn: Puzzle = {
  key: 'foghorn',
  title: 'Foghorn at Four',
  category: 'Misc',
  content: [
    'At four in the morning the foghorn of Grey Skerry began to **stutter**. The watch recorded it, wind and all.',
    '',
    'The signal master says that the horn has never in its life had anything to say. Prove him wrong: the flag is the',
    'message in small letters with `_` between the words, `vexil{…}`.',
  ].join('\n'),
  hints: ['Long and short. It is older than the telephone.'],
  originalScore: 350,
  minScoreRate: 0.35,
  difficulty: 10,
  guesses: ['vexil{sos}', 'vexil{fog}', 'vexil{keep_the_lamp}', 'vexil{grey_skerry}', 'vexil{keepthelampburning}'],
  make(random) {
    const tail = Array.from({ length: 3 }, () => random.pick(Object.keys(codes))).join('');
    const message = [...words, tail];
    const marks = message.map((word) => [...word].map((letter) => codes[letter] ?? '').join(' ')).join('/');
    const sounds: { on: boolean; dots: number }[] = [{ on: false, dots: 8 }];
    for (const mark of marks) {
      if (mark === ' ') sounds.push({ on: false, dots: 2 });
      else if (mark === '/') sounds.push({ on: false, dots: 6 });
      else sounds.push({ on: true, dots: mark === '-' ? 3 : 1 }, { on: false, dots: 1 });
    }
    sounds.push({ on: false, dots: 8 });
    const samples: number[] = [];
    for (const { on, dots } of sounds) {
      for (let left = dots * dotSamples; left > 0; left -= 1) {
        const tone = on ? 70 * Math.sin((2 * Math.PI * 180 * samples.length) / rate) : 0;
        samples.push(128 + Math.round(tone + (random.next() - 0.5) * 40));
      }
    }
    return {
      flag: `vexil{${message.join('_').toLowerCase()}}`,
      file: { name: 'foghorn.wav', content: toWave(Buffer.from(samples)) },
    };
  },
  solve({ content }) {
    const samples = content.subarray(44);
    const window = dotSamples / 4;
    let runs = '';
    for (let at = 0; at + window <= samples.length; at += window) {
      const energy = samples.subarray(at, at + window).reduce((sum, sample) => sum + (sample - 128) ** 2, 0) / window;
      runs += energy > 800 ? '#' : ' ';
    }
    const text = (runs.match(/#+| +/g) ?? [])
      .map((run) => {
        const dots = Math.round(run.length / 4);
        if (run.startsWith('#')) return dots >= 2 ? '-' : '.';
        return dots >= 6 ? '/' : dots >= 2 ? ' ' : '';
      })
      .join('');
    const heard = text.split('/').map((word) =>
      word
        .trim()
        .split(/ +/)
        .map((code) => letters.get(code) ?? '')
        .join(''),
    );
    return `vexil{${find(/^_*(\w+?)_*$/, heard.join('_').toLowerCase())}}`;
  },
};
