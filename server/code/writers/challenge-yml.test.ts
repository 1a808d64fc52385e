import { isVisibleName, normaliseName } from '@vexil/contract/name.rules';
import { PackageChallenge } from '@vexil/contract/package';
import { challengeCategories, challengeTypes, hasContainer, scoreCurves } from '@vexil/db/enums/challenge';
import { describe, expect, it } from 'vitest';
import type { ReadChallenge, ReadFolder, UsedFile } from '../model';
import { readFolder } from '../readers/folder';
import { folderOf } from '../testing/folder';
import { type Written, writeCtfcli, writeVexil } from './challenge-yml';

const asFolder = (written: Written) =>
  folderOf(
    Object.fromEntries([...written].map(([path, content]) => [path, typeof content === 'string' ? content : 'bytes'])),
  );

/** As the platform stores it: what says the same is the same. */
function stored({ challenge, files, ...rest }: ReadChallenge) {
  const { vexil, container, flags, hints, ...parsed } = PackageChallenge.parse({
    ...challenge,
    id: 0,
    attachment: null,
  });
  const own = challenge.vexil ?? {};
  const { container: _, canaries, hintList, flagTemplate, fileName, scoring, ...shown } = own;
  const settings = { image: '', memoryLimit: 64, cpuCount: 1, exposePort: 80, networkMode: 'Open', storageLimit: 256 };
  return {
    ...rest,
    path: '',
    ...parsed,
    ...shown,
    containerOptions: vexil?.containerOptions,
    solver: vexil?.solver,
    files: files
      .map(({ name, flagIndex, url }) => ({ name, flagIndex, url }))
      .sort((a, b) => (a.flagIndex ?? -1) - (b.flagIndex ?? -1) || a.name.localeCompare(b.name)),
    flags: { ...flags, static: flags.static ?? [], template: flagTemplate ?? flags.template ?? null },
    canaries: canaries?.length ? canaries.map((each) => ({ ...each, example: each.example ?? undefined })) : [],
    hints: vexil?.hintList ?? (hints ?? []).map((content) => ({ title: '', content, cost: 0 })),
    scoring: { ...parsed.scoring, ...{ curve: 'Exponential', minimum: 100, decay: 20, ...scoring } },
    container: { ...settings, ...container, ...own.container, fileName: undefined },
    fileName: fileName ?? container?.fileName ?? null,
  };
}

let seed = 11;
const random = (max: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % max;
};
const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
const maybe = <Value>(make: () => Value): Value | undefined => (random(2) ? make() : undefined);
const words = [
  'no',
  'null',
  '~',
  '0123',
  '1:30',
  '',
  ' x ',
  '- a',
  'a: b',
  '#',
  '"',
  "'",
  '{a}',
  '問題',
  'line\nnext',
  '\n\nx\n\n',
  '<b>x</b>',
  '![a](b.png)',
  '*a',
  '&b',
  '!!c',
  'yes',
  '2026-01-01',
  'x'.repeat(200),
  '\t',
  '|',
  '>',
  '---',
  '🏁',
  '\u0085',
  '\u2028',
  '%',
  '@',
  '`',
  '<<',
  '__proto__',
];
const word = () => pick(words);
const filled = () => `${pick(['a', 'Z', '7', 'é'])}${word().replaceAll('\n', ' ').trim()}`;
const flag = () => `${filled()}${random(1000)}`;
const shown = (max: number) => {
  const name = normaliseName(filled()).slice(0, max).trim();
  return isVisibleName(name) ? name : 'ana';
};
const moment = () => new Date(1_800_000_000_000 + random(1e9)).toISOString().replace('Z', '+00:00');
const list = <Value>(make: () => Value, max = 4) => Array.from({ length: random(max) }, make);

function randomChallenge(index: number, keys: string[]): ReadChallenge {
  const type = pick(challengeTypes);
  const flags = list(() => flag());
  const release = random(4) === 0 ? moment() : undefined;
  const curve = pick(scoreCurves);
  const files: UsedFile[] = [
    ...list(
      (): UsedFile => ({
        path: word(),
        name: `${filled().replaceAll('/', '')}.txt`,
        flagIndex: flags.length > 0 && random(2) ? random(flags.length) : null,
      }),
    ),
    ...list((): UsedFile => ({ path: '', name: filled(), flagIndex: null, url: `https://x.example/${random(99)}` }), 2),
  ];
  const others = keys.filter((_, at) => at !== index);
  const container = {
    image: pick(['ghcr.io/x/y:1', 'nginx']),
    memoryLimit: pick([64, 128]),
    exposePort: pick([80, 1337]),
    networkMode: pick(['Open', 'Isolated', null] as const),
    storageLimit: 256,
  };
  return {
    key: keys[index] ?? '',
    path: '',
    build: null,
    next: maybe(() => pick(others)) ?? null,
    requires:
      maybe(() => ({
        keys: [...new Set([pick(others), pick(others)])],
        count: maybe(() => 1) ?? null,
        lockedShown: random(2) === 1,
      })) ?? null,
    files,
    challenge: {
      title: `${filled()} ${index}`,
      content: `${word()}\n${word()}`,
      category: pick(challengeCategories),
      type,
      enabled: release === undefined && random(2) === 1,
      scoring: { original: 500, minRate: pick([0.25, 0.5]), difficulty: pick([5, 7.5]) },
      limits: { submission: random(3), deadline: maybe(moment) ?? null },
      flags: {
        template: maybe(filled) ?? null,
        disableBloodBonus: random(2) === 1,
        enableTrafficCapture: random(2) === 1,
        static: flags.map((value) =>
          pick([
            { value },
            { value, vexil: { match: 'IgnoreCase' as const } },
            { value, vexil: { value: `${value.length}\\d`, match: 'Regex' as const } },
          ]),
        ),
      },
      hints: list(filled),
      container: hasContainer(type) ? { ...container, fileName: null } : null,
      vexil: {
        ...(curve === 'Exponential' ? {} : { scoring: { curve, minimum: random(400), decay: random(30) } }),
        ...(release && { release }),
        ...(random(2) && { author: shown(200) }),
        ...(random(2) && { tags: [...new Set([shown(80), 'easy'])] }),
        ...(random(2) && { topics: ['sql', '0123'] }),
        ...(random(3) === 0 && { customCategory: pick(['my own', 'cloud', 'Stego', '1337']) }),
        ...(random(2) && { connection: 'nc {host} {port}' }),
        ...(random(2) && { position: random(5) }),
        ...(random(2) && { readOnlyRoot: true, tmpfsSize: 32, fileName: `${filled()}.bin` }),
        ...(random(2) && { canaries: [{ value: flag(), match: 'Exact' as const }] }),
        ...(random(2) && { hintList: [{ title: 'a', content: filled(), cost: random(50), releaseUtc: moment() }] }),
        ...(random(2) && { solver: { image: 'solver', script: word(), command: ['sh', '-c'] } }),
        ...(random(2) && {
          containerOptions: {
            sharing: 'kept' as const,
            companions: [{ name: 'db', image: 'x', memoryMiB: 64, cpuTenths: 1, environment: { A: word() } }],
          },
        }),
        ...(random(9) === 0 && { originalScore: 0 }),
      },
    },
  };
}

describe('writeVexil', () => {
  it('writes what is read as the same competition', async () => {
    for (let run = 0; run < 150; run++) {
      const keys = Array.from({ length: 4 }, (_, index) => `key ${index} ${word().trim()}`);
      const challenges = keys.map((_, index) => randomChallenge(index, keys));
      for (const { challenge } of challenges) {
        if (challenge.vexil?.originalScore === 0 && challenge.vexil.scoring) challenge.vexil.scoring.minimum = 0;
        if (challenge.vexil?.originalScore === 0 && challenge.scoring) challenge.scoring.original = 1;
      }
      const written = writeVexil({ game: null, challenges });
      const read = await readFolder(asFolder(written));
      expect(read.problems, [...written.values()].filter((each) => typeof each === 'string').join('\n---\n')).toEqual(
        [],
      );
      expect(read.losses).toEqual([]);
      expect(read.format).toBe('vexil');
      const byKey = (each: ReadChallenge[]) => each.map(stored).sort((a, b) => a.key.localeCompare(b.key));
      expect(byKey(read.challenges)).toEqual(byKey(challenges));
      const again = writeVexil({ game: null, challenges: read.challenges });
      const third = writeVexil(await readFolder(asFolder(again)));
      const texts = (each: Written) => [...each].map(([path, text]) => [path, typeof text === 'string' ? text : '']);
      expect(texts(third).sort()).toEqual(texts(again).sort());
    }
  });

  it('writes the game, keys in their order, and blocks for long texts', async () => {
    const game: ReadFolder['game'] = {
      title: 'Cup',
      content: 'one\ntwo\n',
      startTime: '2026-05-01T10:00:00.000+00:00',
      divisions: [{ name: 'Open', challengeConfig: [{ challengeId: 3 }] }],
      vexil: { practiceMode: true, freezeTime: null, customCategories: [{ name: 'my own', category: 'Pwn' }] },
    };
    const source = folderOf({
      'web/a/challenge.yml':
        'name: A\nvalue: 5\ncategory: Web\ndescription: "x\\ny"\nflags: [f]\nvexil: {type: StaticAttachment}\n',
    });
    const { challenges } = await readFolder(source);
    const written = writeVexil({ game, challenges });
    expect(written.get('web/a/challenge.yml')).toBe(
      "name: A\ncategory: Web\ndescription: |-\n  x\n  y\nvalue: 5\nflags:\n  - f\nversion: '0.1'\nvexil:\n  type: StaticAttachment\n",
    );
    const read = await readFolder(asFolder(written));
    expect(read.problems).toEqual([]);
    expect(read.game).toEqual({ ...game, divisions: [{ name: 'Open' }] });
  });

  it('keeps titles and files apart whose paths would be equal', () => {
    const one = randomChallenge(0, ['../a', 'b', 'c']);
    one.challenge.title = '../x';
    one.challenge.category = 'Web';
    one.challenge.vexil = {};
    one.files = ['a.txt', 'A.txt', 'challenge.yml', '../../etc', '..'].map((name) => ({
      path: 'p',
      name,
      flagIndex: null,
    }));
    const paths = [...writeVexil({ game: null, challenges: [one, { ...one, key: '..' }] }).keys()];
    expect(paths.filter((path) => path.startsWith('web/x/'))).toEqual([
      'web/x/dist/a.txt',
      'web/x/dist-2/A.txt',
      'web/x/dist/challenge.yml',
      'web/x/dist/.._.._etc',
      'web/x/dist/file',
      'web/x/challenge.yml',
    ]);
    expect(paths).toContain('web/x-2/challenge.yml');
  });

  it('keeps challenges apart whose folders are where others have their files', async () => {
    const of = (key: string, ...names: string[]) => ({
      ...randomChallenge(0, ['../a', 'b', 'c']),
      ...{ key, requires: null, next: null, files: names.map((name) => ({ path: 'p', name, flagIndex: null })) },
    });
    const challenges = [
      of('web', 'challenge.yml', 'x', 'dist', 'kona.yaml'),
      of('web/dist', 'challenge.yml'),
      of('web/dist/x', 'x'),
      of('web/challenge.yml', 'challenge.yml'),
      of('WEB', 'x'),
    ].map((each, index) => ({ ...each, challenge: { ...each.challenge, title: `T${index}` } }));
    const written = writeVexil({ game: null, challenges }, (key) => (key === 'web' ? 'dist' : undefined));
    const paths = [...written.keys()].map((path) => path.toLowerCase());
    expect(paths).toHaveLength(13);
    expect(new Set(paths).size).toBe(13);
    expect(paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)))).toEqual([]);
    const read = await readFolder(asFolder(written));
    const brief = (list: ReadChallenge[]) =>
      list.map(({ key, files }) => [key, ...files.map(({ name }) => name)].join(' ')).sort();
    expect(read.problems).toEqual([]);
    expect(brief(read.challenges)).toEqual(brief(challenges));
  });
});

describe('files whose bytes are an object in S3 too', () => {
  const place = 's3://bucket/tasks/7/deep/disk.img';
  const file = (name: string, flagIndex: number | null = null) => ({ path: `files/${name}`, name, flagIndex, place });
  const challenge: ReadChallenge = {
    ...randomChallenge(0, ['../a', 'b', 'c']),
    ...{ key: 'web/x', requires: null, next: null, files: [file('disk.img'), file('other.img')] },
  };

  it('are written by its address where it ends with their name', () => {
    const written = writeVexil({ game: null, challenges: [challenge] });
    expect([...written.keys()]).toEqual(['web/x/dist/other.img', 'web/x/challenge.yml']);
    expect(written.get('web/x/challenge.yml')).toContain(`files:\n  - ${place}\n  - dist/other.img\n`);
  });

  it('are files for ctfcli', () => {
    const { files } = writeCtfcli({ game: null, challenges: [challenge] });
    expect([...files.keys()]).toEqual(['web/x/dist/disk.img', 'web/x/dist/other.img', 'web/x/challenge.yml']);
  });
});

describe('writeCtfcli', () => {
  it('leaves out our block and names what is lost', async () => {
    const text = `name: A
value: 500
category: Pwn
flags: [f, {content: G, data: case_insensitive}, {type: regex, content: 'x\\d', files: [f.bin]}]
vexil:
  type: DynamicContainer
  position: 1
  scoring: {curve: Exponential}
  container: {image: ghcr.io/x/y, exposePort: 1337}
  solver: {image: s}
`;
    const read = await readFolder(folderOf({ 'a/challenge.yml': text, 'a/f.bin': '' }));
    const { files, losses } = writeCtfcli(read);
    expect([...files.keys()]).toEqual(['a/challenge.yml']);
    expect(files.get('a/challenge.yml')).toBe(
      `name: A
category: Pwn
type: dynamic
extra:
  initial: 500
  decay: 7
  minimum: 125
  function: logarithmic
image: ghcr.io/x/y
protocol: tcp
flags:
  - f
  - type: static
    content: G
    data: case_insensitive
  - type: regex
    content: x\\d
files:
  - f.bin
version: '0.1'
`.replace('files:\n  - f.bin\n', ''),
    );
    expect(losses.map(({ field, what }) => `${field} ${what}`)).toEqual([
      'flags.2.files field.noPlace',
      'vexil.position field.noPlace',
      'vexil.solver field.noPlace',
      'vexil.type field.noPlace',
      'value curve.fitted',
    ]);
    const again = await readFolder(asFolder(files));
    expect(again).toMatchObject({
      format: 'ctfcli',
      problems: [],
      challenges: [{ challenge: { title: 'A', type: 'StaticContainer' } }],
    });
  });
});
