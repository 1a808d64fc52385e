import { find, type Puzzle, textFile } from './puzzle';

const towns =
  'Alderwick Brannock Coldhithe Dunmarra Eastrey Fallow-Ness Gullhaven Harrowmouth Inchferry Jarnsund Kelpstead Lythe-on-Sound Marrowick Netherpool Ormsund Pellgate Quernhaven Ravnsey Skerrivore Thornquay Ulfsound Vane-Harbour Westrigg Yarrowhithe'.split(
    ' ',
  );
const churches = [1, 2, 3] as const;
const flashes = [1, 2, 3, 4] as const;
const sides = ['north', 'east', 'south', 'west'] as const;
const ferryMinutes = [5, 10, 20, 35, 40, 50] as const;

interface Harbour {
  town: string;
  churches: number;
  flashes: number;
  side: string;
  ferryMinute: number;
  tram: boolean;
}

const slug = (town: string) => town.toLowerCase().replaceAll('-', '_');

const describe = ({ town, churches: count, flashes: light, side, ferryMinute, tram }: Harbour) =>
  `${town.padEnd(16)} churches ${count}   light Fl(${light}) 10s, ${side} of the town   ferries at ${String(
    ferryMinute,
  ).padStart(2, '0')} past the hour   ${tram ? 'tram' : 'no tram'}`;

/** A postcard and a pilot book of harbours that do not exist: only one of them fits all the clues. */
export const postcard: Puzzle = {
  key: 'postcard',
  title: 'Wish You Were Here',
  category: 'OSINT',
  content: [
    'A postcard has come without a place on it, and the keeper’s sister is a woman who notices things. The pilot book of',
    'the coast lists every harbour where she can have been.',
    '',
    'Where did she write it? The flag is the name of the town in small letters, blanks and hyphens as `_`:',
    '`vexil{name_of_the_town}`.',
    '',
    'There are two dozen harbours in the book and **six answers** for your team.',
  ].join('\n'),
  hints: ['She sat facing the sunset. On which side of her was the lighthouse?'],
  originalScore: 150,
  minScoreRate: 0.5,
  difficulty: 16,
  submissionLimit: 6,
  guesses: ['vexil{saltmark}', 'vexil{gullhaven_pier}', 'vexil{the_coast}', 'vexil{grey_skerry}'],
  make(random) {
    const target: Harbour = {
      town: random.pick(towns),
      churches: 2,
      flashes: 3,
      side: 'north',
      ferryMinute: 40,
      tram: true,
    };
    const draw = (town: string): Harbour => {
      const harbour = {
        town,
        churches: random.pick(churches),
        flashes: random.pick(flashes),
        side: random.pick(sides),
        ferryMinute: random.pick(ferryMinutes),
        tram: random.chance(0.5),
      };
      return matches(harbour) ? draw(town) : harbour;
    };
    // Each of these fits the card in all points but one, so that no clue can be left out.
    const near: Partial<Harbour>[] = [
      { churches: 1 },
      { flashes: 2 },
      { side: 'south' },
      { ferryMinute: 10 },
      { tram: false },
    ];
    const others = random.shuffle(towns.filter((town) => town !== target.town));
    const harbours = others.map((town, index) => (near[index] ? { ...target, ...near[index], town } : draw(town)));
    const book = [...harbours, target].sort((one, other) => (one.town < other.town ? -1 : 1));
    return {
      flag: `vexil{${slug(target.town)}}`,
      file: textFile('postcard.txt', [...card, '', 'PILOT BOOK OF THE SALT COAST, extract', '', ...book.map(describe)]),
    };
  },
  solve({ content }) {
    const lines = content.toString().split('\n');
    const clues = [/churches 2 /, /Fl\(3\) 10s, north /, /ferries at 40 /, /(?<!no) tram$/];
    const [line, ...more] = lines.filter((one) => clues.every((clue) => clue.test(one)));
    if (line === undefined || more.length > 0) throw new Error('The clues do not name one town.');
    return `vexil{${slug(find(/^(\S+)/, line))}}`;
  },
};

const card = [
  'Dear brother,',
  '',
  'I write this on the bench at the tram stop, with the sun going down right before my nose and the lighthouse to the',
  'right of me: three winks, then nothing, and ten seconds later three winks again. Both churches have just struck nine,',
  'one a little late, and I have to hurry: the ferry leaves in forty minutes and the next one is not before an hour',
  'after that.',
  '',
  'Your sister, who would not tell you where she is for all the herring in the sea',
];

const matches = (harbour: Harbour) =>
  harbour.churches === 2 &&
  harbour.flashes === 3 &&
  harbour.side === 'north' &&
  harbour.ferryMinute === 40 &&
  harbour.tram;
