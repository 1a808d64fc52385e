import { find, type Puzzle, textFile } from './puzzle';

const rotateLeft = (byte: number, by: number) => ((byte << by) | (byte >> (8 - by))) & 0xff;
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

interface Step {
  does(drum: number, value: number): number;
  undoes(drum: number, value: number): number;
}

const xor = (drum: number, value: number) => drum ^ value;
/** 0x54 has no operand: its value is what the drum showed at the last 0x65. */
const steps: ReadonlyMap<number, Step> = new Map([
  [0x21, { does: xor, undoes: xor }],
  [0x32, { does: (drum, value) => (drum + value) & 0xff, undoes: (drum, value) => (drum - value) & 0xff }],
  [0x43, { does: rotateLeft, undoes: (drum, value) => rotateLeft(drum, 8 - value) }],
  [0x54, { does: xor, undoes: xor }],
]);

/** The program of a machine with four kinds of step, to be run backwards. */
export const automaton: Puzzle = {
  key: 'automaton',
  title: 'The Automaton of Pier Nine',
  category: 'Reverse',
  content: [
    'At the end of pier nine stands an automaton. You whisper a word, it clatters, and it raises its hat if it likes the',
    'word. The punched tape could be copied; the maker’s notes explain the codes:',
    '',
    '| Code | Does |',
    '|---|---|',
    '| `10 ii` | take letter `ii` of the word into the drum |',
    '| `21 kk` | drum ← drum XOR `kk` |',
    '| `32 kk` | drum ← drum + `kk`, modulo 256 |',
    '| `43 nn` | turn the drum left by `nn` bits (of eight) |',
    '| `54` | drum ← drum XOR the drum as it was at the last `65` (0 at first) |',
    '| `65 kk` | stop without raising the hat unless the drum shows `kk` |',
    '| `ff` | raise the hat |',
    '',
    'The letters are not asked for in order, and no two are treated alike.',
  ].join('\n'),
  hints: [
    'Between a 10 and the next 65 nothing is lost: each step has one that undoes it.',
    'You know what the drum shows at every 65, so you know what 54 mixes in.',
  ],
  originalScore: 500,
  minScoreRate: 0.3,
  difficulty: 6,
  guesses: ['vexil{clatter}', 'vexil{hat}', 'vexil{pier_nine}', 'vexil{a_b_c}', 'vexil{turn_the_drum}'],
  make(random) {
    const flag = `vexil{it_raises_its_hat_to_patience_${random.bytes(2).toString('hex')}}`;
    let shown = 0;
    const tape = random
      .shuffle([...Buffer.from(flag)].map((byte, index) => ({ byte, index })))
      .flatMap(({ byte, index }) => {
        const made = [0x10, index];
        let drum = byte;
        for (let count = random.int(3, 6); count > 0; count -= 1) {
          const code = random.pick([0x21, 0x32, 0x43, 0x54]);
          const operand = code === 0x43 ? random.int(1, 7) : random.int(1, 255);
          made.push(code, ...(code === 0x54 ? [] : [operand]));
          drum = steps.get(code)?.does(drum, code === 0x54 ? shown : operand) ?? drum;
        }
        shown = drum;
        return [...made, 0x65, drum];
      });
    const rows =
      [...tape, 0xff]
        .map(hex)
        .join(' ')
        .match(/(?:\w\w ?){1,24}/g) ?? [];
    return {
      flag,
      file: textFile(
        'tape.txt',
        rows.map((row) => row.trim()),
      ),
    };
  },
  solve({ content }) {
    const tape = content
      .toString()
      .trim()
      .split(/\s+/)
      .map((pair) => Number.parseInt(pair, 16));
    const word: number[] = [];
    let [shown, letter, at] = [0, 0, 0];
    let undo: ((drum: number) => number)[] = [];
    const operand = () => tape[at++] ?? 0;
    for (let code = operand(); code !== 0xff; code = operand()) {
      if (code === 0x10) {
        letter = operand();
        undo = [];
      } else if (code === 0x65) {
        const wanted = operand();
        word[letter] = undo.reduceRight((drum, step) => step(drum), wanted);
        shown = wanted;
      } else {
        const value = code === 0x54 ? shown : operand();
        undo.push((drum) => steps.get(code)?.undoes(drum, value) ?? drum);
      }
    }
    return find(/^(vexil\{\w+\})$/, Buffer.from(word).toString());
  },
};
