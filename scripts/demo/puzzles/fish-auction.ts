import { createHash } from 'node:crypto';
import { find, type Puzzle, textFile } from './puzzle';

const fish = ['herring', 'cod', 'ling', 'plaice', 'mackerel', 'haddock', 'turbot', 'sprat'];
const boats = ['Patience', 'Grey Goose', 'Second Wind', 'Ida', 'Northern Belle', 'Old Debt', 'Petrel'];
const seal = (before: string, lot: string) => createHash('sha256').update(`${before}|${lot}`).digest('hex');

/** A hash chain with entries that were changed and not rehashed. */
export const fishAuction: Puzzle = {
  key: 'fish-auction',
  title: 'Ledger of the Fish Auction',
  category: 'Blockchain',
  content: [
    'The fish auction of Saltmark is proud of its ledger: each lot carries the SHA-256 of the seal before it, a `|` and',
    'the lot itself, and the first seal before is the word `saltmark`.',
    '',
    'Somebody has been in the ledger and changed **weights** after the seals were made. He did it for fun: the weights he',
    'wrote, one after the other, are what he wanted to say.',
    '',
    'The auction takes answers until its own closing time; look at the deadline.',
  ].join('\n'),
  hints: ['A seal that does not fit its lot marks a lot that was changed. What are the letters with those numbers?'],
  originalScore: 250,
  minScoreRate: 0.4,
  difficulty: 12,
  guesses: ['vexil{saltmark}', 'vexil{herring}', 'vexil{sha256}', 'vexil{old_debt}', 'vexil{42_kg_of_cod}'],
  make(random) {
    const flag = `vexil{weigh_it_twice_${random.bytes(2).toString('hex')}}`;
    const count = 240;
    const places = random
      .shuffle(Array.from({ length: count }, (_, index) => index))
      .slice(0, flag.length)
      .sort((one, other) => one - other);
    const lines: string[] = [];
    let before = 'saltmark';
    for (let index = 0; index < count; index += 1) {
      const start = `lot ${index + 1}: ${random.pick(fish)} off ${random.pick(boats)}, `;
      const honest = random.int(30, 130);
      const said = places.indexOf(index);
      const written = said === -1 ? honest : flag.charCodeAt(said);
      before = seal(before, `${start}${written === honest && said !== -1 ? honest + 1 : honest} kg`);
      lines.push(`${before}  ${start}${written} kg`);
    }
    return { flag, file: textFile('ledger.txt', lines) };
  },
  solve({ content }) {
    let before = 'saltmark';
    let said = '';
    for (const line of content.toString().trim().split('\n')) {
      const [stored = '', lot = ''] = line.split('  ');
      if (stored !== seal(before, lot)) said += String.fromCharCode(Number(find(/(\d+) kg$/, lot)));
      before = stored;
    }
    return said;
  },
};
