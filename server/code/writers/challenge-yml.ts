// Folders that `readFolder` reads as the same competition, or that ctfcli reads.

import { standardContainerOptions } from '@vexil/contract/container-options';
import type { PackageChallengeText } from '@vexil/contract/package';
import { SolverSettings } from '@vexil/contract/solver';
import { hasContainer } from '@vexil/db/enums/challenge';
import { challengeScore, defaultScoreCurve, lowestScore, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import { dump } from 'js-yaml';
import { fitCurve } from '../curve';
import type { ReadChallenge, ReadFolder, Remark, UsedFile } from '../model';
import { definedOf } from '../readers/challenge-yml';
import { baseName, slug } from '../readers/paths';

type Competition = Pick<ReadFolder, 'game' | 'challenges'>;
/** Texts, and files whose bytes come from elsewhere, by path. */
export type Written = Map<string, string | UsedFile>;

const yaml = (value: object) => dump(value, { lineWidth: -1, noRefs: true });

/** Path of a file in the folder of its challenge; undefined for the usual place. */
export type PlaceOf = (key: string, file: UsedFile) => string | undefined;
const anyPlace: PlaceOf = () => undefined;
/** Address in place of a path. A folder names a file by the end of its address. */
const objectOf = ({ place, name }: UsedFile) => (place !== undefined && baseName(place) === name ? place : undefined);

export function writeVexil({ game, challenges }: Competition, placeOf = anyPlace): Written {
  const { posterHash: _, ...members } = game ?? {};
  const divisions = game?.divisions?.map(({ challengeConfig, ...division }) => division);
  const written: Written = new Map();
  if (game) written.set('game.yml', yaml(definedOf({ ...members, divisions })));
  eachChallenge(
    challenges,
    written,
    (challenge, folder, files) => {
      // By key, which stays when a title changes.
      const { common, own } = describe(challenge, files, []);
      const vexil = { ...(challenge.key === folder ? {} : { key: challenge.key }), ...own };
      return { ...common, image: contextOf(challenge, folder), vexil };
    },
    placeOf,
    objectOf,
  );
  return written;
}

const contextOf = ({ build }: ReadChallenge, folder: string) =>
  build !== null && `${build}/`.startsWith(`${folder}/`) ? `.${build.slice(folder.length)}` : undefined;

/** With what ctfcli has no place for. */
export function writeCtfcli({ challenges }: Competition): { files: Written; losses: Remark[] } {
  const losses: Remark[] = [];
  const files: Written = new Map();
  eachChallenge(challenges, files, (challenge, folder, used) => {
    const file = `${folder}/challenge.yml`;
    const lose = (field: string, what: Remark['what'] = 'field.noPlace', values?: Remark['values']) =>
      losses.push({ file, line: null, field, what, values });
    const { common, own } = describe(challenge, used, challenges);
    const flags = common.flags?.map((flag, index) => {
      if (typeof flag === 'string') return flag;
      const { files: given, example, ...rest } = flag;
      if (given) lose(`flags.${index}.files`);
      return rest;
    });
    const hints = common.hints?.map((hint) =>
      typeof hint === 'string' ? hint : definedOf({ ...hint, release: undefined }),
    );
    const { type, scoring, category, container, ...lost } = own;
    for (const member of Object.keys(lost)) lose(`vexil.${member}`);
    if (type.startsWith('Dynamic')) lose('vexil.type');
    const curve = curveOf(challenge.challenge);
    const fitted =
      curve.curve === 'Exponential'
        ? fitCurve((n) => challengeScore(curve, n), curve.originalScore, lowestScore(curve), ['Logarithmic'])
        : null;
    if (fitted) lose('value', 'curve.fitted', { value: 'Exponential', fitted: 'logarithmic', points: fitted.points });
    const options = challenge.challenge.vexil?.containerOptions;
    return {
      ...common,
      ...(fitted && { value: undefined, ...scoreMembers(fitted.curve) }),
      ...(hasContainer(type) && { image: container?.image, protocol: options?.mainKind ?? 'tcp' }),
      flags,
      hints,
    };
  });
  for (const [path, content] of files)
    if (typeof content !== 'string' && content.flagIndex !== null) files.delete(path);
  return { files, losses };
}

const order =
  `name author category description value type extra image protocol connection_info attempts flags files topics
  tags hints requirements next scheduled_at state version vexil`.split(/\s+/);

function eachChallenge(
  challenges: readonly ReadChallenge[],
  written: Written,
  describeOne: (challenge: ReadChallenge, folder: string, files: Map<UsedFile, string>) => Record<string, unknown>,
  placeOf = anyPlace,
  addressOf: (file: UsedFile) => string | undefined = () => undefined,
) {
  const places = new Places();
  // Formats without keys know a challenge by its folder.
  const folders = challenges.map(({ key, challenge }) =>
    places.free(isPath(key) ? key : folderNameOf(challenge), (folder) => `${folder}/challenge.yml`),
  );
  for (const [index, challenge] of challenges.entries()) {
    const folder = folders[index] ?? '';
    const local = challenge.files.filter(({ url }) => url === undefined);
    const paths = new Map<UsedFile, string>();
    for (const file of local) {
      const place = placeOf(challenge.key, file);
      if (place !== undefined && places.take(`${folder}/${place}`)) paths.set(file, place);
    }
    const files = new Map<UsedFile, string>();
    for (const file of local) {
      const address = addressOf(file);
      if (address !== undefined) {
        files.set(file, address);
        continue;
      }
      const name = safeName(file.name);
      // As repositories of ctfcli have them. Players see the base name, so those of one name are in folders.
      const path = paths.get(file) ?? `${places.free('dist', (dist) => `${folder}/${dist}/${name}`)}/${name}`;
      files.set(file, path);
      written.set(`${folder}/${path}`, file);
    }
    const members = describeOne(challenge, folder, files);
    const entries = order.map((name) => [name, members[name]] as const).filter(([, value]) => !isEmpty(value));
    written.set(`${folder}/challenge.yml`, yaml(Object.fromEntries(entries)));
  }
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isPath = (key: string) => key.length <= 200 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key);

/** Also the key of a challenge that has none of its own. */
export const folderNameOf = ({
  title,
  category,
  vexil,
}: Pick<ReadChallenge['challenge'], 'title' | 'category' | 'vexil'>) =>
  `${slug(vexil?.customCategory ?? category ?? 'Misc')}/${slug(title)}`;

/** Paths that differ by case alone are one on some machines. */
export function free(wanted: string, mark: string, taken: Set<string>): string {
  let path = wanted;
  for (let count = 2; taken.has(path.toLowerCase()); count++) path = `${wanted}${mark}${count}`;
  taken.add(path.toLowerCase());
  return path;
}

/** The folder of one challenge may be below that of another, so a file must be no folder and no file of theirs. */
class Places {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** Returns whether the path was free. */
  take(path: string): boolean {
    const file = path.toLowerCase();
    const folders = file.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
    if (this.#files.has(file) || this.#folders.has(file) || folders.some((each) => this.#files.has(each))) return false;
    this.#files.add(file);
    for (const folder of folders) this.#folders.add(folder);
    return true;
  }

  free(wanted: string, fileIn: (folder: string) => string): string {
    let folder = wanted;
    for (let count = 2; !this.take(fileIn(folder)); count++) folder = `${wanted}-${count}`;
    return folder;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names of files have none
const unsafe = /[/\\\x00-\x1f]|^[a-z]:/gi;
const safeName = (name: string) => (/^\.{0,2}$/.test(name) ? 'file' : name.replace(unsafe, '_'));

type Paths = Map<UsedFile, string>;

const describe = (challenge: ReadChallenge, paths: Paths, all: readonly ReadChallenge[]) => ({
  common: describeCommon(challenge, paths, all),
  own: describeOwn(challenge),
});

/** ctfcli knows challenges by name. */
function nameOf(key: string, all: readonly ReadChallenge[]): string {
  const title = all.find((each) => each.key === key)?.challenge.title;
  const isFirst = all.find((each) => each.challenge.title === title)?.key === key;
  return isFirst && title !== undefined ? title : key;
}

function describeCommon({ challenge, requires, next }: ReadChallenge, paths: Paths, all: readonly ReadChallenge[]) {
  const { limits, flags, vexil = {} } = challenge;
  const prerequisites = requires?.keys.map((key) => nameOf(key, all)) ?? [];
  const release = challenge.enabled ? undefined : vexil.release;
  return {
    name: challenge.title,
    author: vexil.author,
    category: vexil.customCategory ?? challenge.category,
    description: challenge.content,
    ...scoreMembers(curveOf(challenge)),
    connection_info: vexil.connection,
    attempts: limits?.submission || undefined,
    flags: flags?.static?.map((flag, index) => describeFlag(flag, pathsOf(paths, index))),
    files: pathsOf(paths, null),
    topics: vexil.topics,
    tags: vexil.tags,
    hints: describeHints(challenge),
    requirements: requires?.lockedShown ? { prerequisites, anonymize: 'preview' } : prerequisites,
    next: next === null ? undefined : nameOf(next, all),
    scheduled_at: release,
    state: challenge.enabled || release ? undefined : 'hidden',
    version: '0.1',
  };
}

function describeOwn(read: ReadChallenge) {
  const { challenge, requires, files } = read;
  const { type = 'StaticAttachment', category = 'Misc', limits, vexil = {} } = challenge;
  const links = files.flatMap(({ url, name }) => (url === undefined ? [] : [{ url, name }]));
  const { customCategory, readOnlyRoot, tmpfsSize, solver, position, containerOptions } = vexil;
  return definedOf({
    type,
    category: customCategory === undefined ? undefined : category,
    deadline: limits?.deadline ?? undefined,
    position,
    scoring: describeCurve(curveOf(challenge)),
    ...describeFlagOptions(challenge),
    container: describeContainer(challenge),
    containerOptions: containerOptions && withoutUsual(containerOptions, standardContainerOptions),
    readOnlyRoot,
    tmpfsSize,
    fileName: vexil.fileName ?? challenge.container?.fileName ?? undefined,
    solver: solver && withoutUsual(solver, usualSolver),
    requiredCount: requires?.count ?? undefined,
    links: links.length === 0 ? undefined : links,
  });
}

const describeFlagOptions = ({ flags, vexil }: Challenge) => ({
  disableBloodBonus: flags?.disableBloodBonus || undefined,
  enableTrafficCapture: flags?.enableTrafficCapture || undefined,
  flagTemplate: vexil?.flagTemplate ?? flags?.template ?? undefined,
  canaries: vexil?.canaries?.map(({ value, match, example }) =>
    definedOf({ content: value, match, example: example ?? undefined }),
  ),
});

const pathsOf = (paths: Map<UsedFile, string>, index: number | null) =>
  [...paths].filter(([{ flagIndex }]) => flagIndex === index).map(([, path]) => path);

type Challenge = ReadChallenge['challenge'];
type Flag = NonNullable<NonNullable<PackageChallengeText['flags']>['static']>[number];

type WrittenFlag = string | { type: string; content: string; data?: string; example?: string; files?: string[] };

function describeFlag({ value, vexil }: Flag, files: string[]): WrittenFlag {
  const content = vexil?.value ?? value;
  const match = vexil?.match ?? 'Exact';
  if (match === 'Exact' && files.length === 0) return content;
  const given = files.length > 0 ? { files } : {};
  if (match === 'Regex') return { type: 'regex', content, example: vexil?.example ?? value, ...given };
  return { type: 'static', content, ...(match === 'IgnoreCase' && { data: 'case_insensitive' }), ...given };
}

function describeHints({ hints, vexil }: Challenge) {
  if (!vexil?.hintList) return hints ?? undefined;
  return vexil.hintList.map(({ title, content, cost, releaseUtc }) =>
    definedOf({ content, cost: cost || undefined, title: title || undefined, release: releaseUtc ?? undefined }),
  );
}

export function curveOf({ scoring, vexil }: Pick<Challenge, 'scoring' | 'vexil'>): ScoreCurve {
  return {
    curve: vexil?.scoring?.curve ?? 'Exponential',
    originalScore: vexil?.originalScore ?? scoring?.original ?? 1000,
    minScoreRate: scoring?.minRate ?? defaultScoreCurve.minScoreRate,
    difficulty: scoring?.difficulty ?? defaultScoreCurve.difficulty,
    minimumScore: vexil?.scoring?.minimum ?? defaultScoreCurve.minimumScore,
    decay: vexil?.scoring?.decay ?? defaultScoreCurve.decay,
  };
}

/** CTFd has these curves, so ctfcli says them. */
function scoreMembers({ curve, originalScore, minimumScore, decay }: ScoreCurve) {
  if (curve !== 'Linear' && curve !== 'Logarithmic') return { value: originalScore };
  const extra = { initial: originalScore, decay, minimum: minimumScore, function: curve.toLowerCase() };
  return { type: 'dynamic', extra };
}

function describeCurve(curve: ScoreCurve) {
  const isInExtra = curve.curve === 'Linear' || curve.curve === 'Logarithmic';
  const unless = <Name extends keyof ScoreCurve>(name: Name) =>
    curve[name] === defaultScoreCurve[name] ? undefined : curve[name];
  const members = definedOf({
    curve: curve.curve === 'Exponential' ? curve.curve : undefined,
    minimum: isInExtra ? undefined : unless('minimumScore'),
    decay: isInExtra ? undefined : unless('decay'),
    minRate: unless('minScoreRate'),
    difficulty: unless('difficulty'),
  });
  return Object.keys(members).length === 0 ? undefined : members;
}

const usualSolver = SolverSettings.parse({ image: 'x' });

function withoutUsual<Value extends object>(value: Value, usualValue: object): Partial<Value> | undefined {
  const texts = new Map(Object.entries(usualValue).map(([name, member]) => [name, JSON.stringify(member)]));
  const kept = Object.entries(value).filter(([name, member]) => JSON.stringify(member) !== texts.get(name));
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Partial<Value>);
}

const usual = { image: '', memoryLimit: 64, cpuCount: 1, exposePort: 80, networkMode: 'Open', storageLimit: 256 };

function describeContainer({ container, vexil }: Challenge) {
  const { fileName: _, ...settings } = { fileName: null, ...container, ...vexil?.container };
  const kept = Object.entries(usual).flatMap(([name, value]) => {
    const own = settings[name as keyof typeof settings];
    return own === undefined || own === value ? [] : [[name, own] as const];
  });
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as { image?: string });
}
