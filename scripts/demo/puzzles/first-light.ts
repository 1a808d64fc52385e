import { find, type Puzzle, textFile } from './puzzle';

const entries: Record<string, string> = {
  F: 'Fog over the inner basin, thinning. Visibility two cables.',
  I: 'Ice on the steps of the north quay, salted at once.',
  R: 'Rain from the west, light. Barometer steady.',
  S: 'Seals on the slip again. They do not mind us.',
  T: 'Tug Patience leaves for the roads with one barge.',
  L: 'Lamp on the pier head lit, glass cleaned.',
  G: 'Gulls. Nothing but gulls.',
  H: 'Hotel Meridian asks for quiet; the band of the ferry plays on.',
};
const word = 'FIRSTLIGHT';

/** The first letters of a log's lines. */
export const firstLight: Puzzle = {
  key: 'first-light',
  title: 'First Light',
  category: 'Misc',
  content: [
    'The watch keeps a log, one line for each entry, and the keeper of Saltmark is fond of **beginnings**.',
    '',
    'Read the log of the first night. What it says goes between the braces of `vexil{…}`, in small letters and without',
    'blanks. This is the first task of the night; it is meant to be solved over a cup of tea.',
  ].join('\n'),
  hints: ['Do not read along the lines.'],
  originalScore: 100,
  minScoreRate: 0.5,
  difficulty: 20,
  disableBloodBonus: true,
  guesses: ['vexil{firstnight}', 'vexil{FIRSTLIGHT}', 'vexil{fog}', 'firstlight', 'vexil{patience}'],
  make(random) {
    let minutes = 21 * 60 + random.int(0, 20);
    const lines = [...word].map((letter) => {
      minutes += random.int(18, 55);
      const at = minutes % (24 * 60);
      const clock = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
      return `${clock}  ${entries[letter] ?? ''}`;
    });
    return {
      flag: `vexil{${word.toLowerCase()}}`,
      file: textFile('watch-log.txt', ['LOG OF THE WATCH, PORT OF SALTMARK', '', ...lines, '', 'signed: the keeper']),
    };
  },
  solve({ content }) {
    const entriesOnly = content
      .toString()
      .split('\n')
      .filter((line) => /^\d\d:\d\d /.test(line));
    return `vexil{${entriesOnly.map((line) => find(/^\d\d:\d\d\s+(\w)/, line).toLowerCase()).join('')}}`;
  },
};
