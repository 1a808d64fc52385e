import { find, type Puzzle, textFile } from './puzzle';

const zone = 'pilot.saltmark.example';
const machines = ['desk-1', 'desk-2', 'crane-4', 'weighbridge', 'canteen', 'radio', 'pilot-office', 'museum-till'];
const names = [
  'time.saltmark.example',
  'mail.saltmark.example',
  'tides.example',
  'weather.example',
  'updates.example',
  'radio.example',
  'printer-2.saltmark.example',
  'berths.saltmark.example',
];

const clock = (second: number) => {
  const parts = [Math.floor(second / 3600) % 24, Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
};

/** A secret exfiltrated in numbered pieces as names of DNS queries. */
export const smallQuestions: Puzzle = {
  key: 'small-questions',
  title: 'Many Small Questions',
  category: 'Forensics',
  content: [
    'One machine of the port talks to somebody outside although it can reach **nothing but the name server**. The harbour',
    'office has kept a night of the resolver’s log and would like to know what left the house.',
    '',
    'Each line: time, machine, type and name of the question, and the answer’s code.',
  ].join('\n'),
  hints: [
    'Which machine asks for names that nobody would ever type?',
    'The packets of a stream do not arrive in order. These ones carry their number with them.',
  ],
  originalScore: 250,
  minScoreRate: 0.4,
  difficulty: 12,
  guesses: ['vexil{dns}', 'vexil{museum-till}', 'vexil{dns_tunnel}', 'vexil{saltmark.example}', 'vexil{weighbridge}'],
  make(random) {
    const flag = `vexil{even_a_name_can_be_a_letter_${random.bytes(3).toString('hex')}}`;
    const hex = Buffer.from(`manifest of the Patience: ${flag} end`).toString('hex');
    const pieces = random.shuffle((hex.match(/.{1,6}/g) ?? []).map((piece, index) => ({ piece, index })));
    const questions = Array.from({ length: 900 }, () => {
      const at = 22 * 3600 + random.int(0, 6 * 3600);
      const missing = random.chance(0.06);
      return { at, line: `${random.pick(machines)} A ${random.pick(names)} ${missing ? 'NXDOMAIN' : 'NOERROR'}` };
    });
    for (const { piece, index } of pieces) {
      const at = 22 * 3600 + 1800 + random.int(0, 4 * 3600);
      questions.push({ at, line: `canteen TXT ${piece}.${index.toString(36)}.${zone} NXDOMAIN` });
    }
    const lines = questions.sort((one, other) => one.at - other.at).map(({ at, line }) => `${clock(at)} ${line}`);
    return { flag, file: textFile('resolver.log', lines) };
  },
  solve({ content }) {
    const pieces: string[] = [];
    for (const line of content.toString().split('\n')) {
      const [, piece, number] = /TXT ([0-9a-f]+)\.([0-9a-z]+)\.pilot/.exec(line) ?? [];
      if (piece !== undefined && number !== undefined) pieces[Number.parseInt(number, 36)] = piece;
    }
    return find(/(vexil\{\w+\})/, Buffer.from(pieces.join(''), 'hex').toString());
  },
};
