import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import type { Puzzle } from './puzzle';

const rounds = 200;
const words =
  'anchor ballast beacon bosun bowline buoy capstan cargo chart compass deck dock ferry fender galley gangway halyard harbour hawser herring hull jetty keel lantern lighthouse mast mooring oar pilot pier quay rudder sail sextant shackle signal slipway sounding spar stern tide tiller towline trawler tug wharf winch windlass'.split(
    ' ',
  );

const keyOf = (password: string, salt: string) => pbkdf2Sync(password, salt, rounds, 16, 'sha256');
const checkOf = (key: Buffer) => createHash('sha256').update(key).digest('hex');

interface Cabinet {
  about: string;
  policy: string;
  words: string[];
  salt: string;
  rounds: number;
  check: string;
  sealed: string;
}

/** A password made by a public policy. */
export const keyCabinet: Puzzle = {
  key: 'key-cabinet',
  title: 'Behind the Key Cabinet',
  category: 'Pentest',
  content: [
    'You found the backup of the harbour’s **key cabinet** on a share that everybody may read. It holds the policy for',
    'passwords, the check value of the one in use, and the note that the password opens.',
    '',
    'The key is PBKDF2 with SHA-256 over the password, 16 bytes long; salt and rounds stand in the file. `check` is the',
    'SHA-256 of the key. `sealed` is AES-128 in CTR mode under it, with a counter block of zeros.',
    '',
    'Is the policy as strict as it looks?',
  ].join('\n'),
  hints: ['Count the passwords that the policy allows. It is not a long night’s work.'],
  originalScore: 350,
  minScoreRate: 0.35,
  difficulty: 9,
  guesses: ['vexil{Harbour2026}', 'vexil{anchor}', 'vexil{password}', 'vexil{Lighthouse-01}', 'vexil{admin}'],
  make(random) {
    const flag = `vexil{a_rule_is_a_list_${random.bytes(3).toString('hex')}}`;
    const word = random.pick(words);
    const password = `${word.charAt(0).toUpperCase()}${word.slice(1)}-${String(random.int(10, 99))}`;
    const salt = random.bytes(8).toString('hex');
    const key = keyOf(password, salt);
    const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
    const cabinet: Cabinet = {
      about: 'Key cabinet of the harbour office, nightly backup',
      policy: 'A word from the list with a capital, a hyphen, and two digits of which the first is not 0.',
      words,
      salt,
      rounds,
      check: checkOf(key),
      sealed: Buffer.concat([cipher.update(`Spare key: third hook. ${flag}\n`), cipher.final()]).toString('base64'),
    };
    return { flag, file: { name: 'cabinet.json', content: Buffer.from(`${JSON.stringify(cabinet, null, 2)}\n`) } };
  },
  solve({ content }) {
    const cabinet = JSON.parse(content.toString()) as Cabinet;
    for (const word of cabinet.words) {
      for (let digits = 10; digits < 100; digits += 1) {
        const key = keyOf(`${word.charAt(0).toUpperCase()}${word.slice(1)}-${digits}`, cabinet.salt);
        if (checkOf(key) !== cabinet.check) continue;
        const cipher = createDecipheriv('aes-128-ctr', key, Buffer.alloc(16));
        const note = Buffer.concat([cipher.update(cabinet.sealed, 'base64'), cipher.final()]).toString();
        return note.slice(note.indexOf('vexil{')).trim();
      }
    }
    throw new Error('No password of the policy fits.');
  },
};
