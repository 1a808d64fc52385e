// What every reader ends with: statements as Markdown, files that exist, flags and categories of ours, and a challenge
// that the contract accepts.

import { categoryNameLengthMax } from '@vexil/contract/category.limits';
import { authorLengthMax, connectionLengthMax, tagLengthMax, tagsMax, topicLengthMax } from '@vexil/contract/challenge';
import { flagPatternLengthMax } from '@vexil/contract/flag.limits';
import { isVisibleName, normaliseName } from '@vexil/contract/name.rules';
import { PackageChallenge, type PackageChallengeText } from '@vexil/contract/package';
import { type ChallengeCategory, type FlagMatch, hasContainer } from '@vexil/db/enums/challenge';
import { isPlace } from '@vexil/rules/asset.rules';
import { defaultScoreCurve, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import type { fitCurve } from '../curve';
import type { Folder, ReadChallenge, ReadVexil, UsedFile } from '../model';
import { readCategory } from './category';
import { exampleOf } from './example';
import { htmlToMarkdown } from './html';
import { baseName, resolvePath } from './paths';
import type { DraftFile, Reading } from './reading';
import { issueRemark, type Source } from './source';
import { decode } from './yaml';

export interface DraftFlag {
  text: string;
  match: FlagMatch;
  example?: string | null;
  files?: DraftFile[];
  field: string;
}

export interface Draft {
  key: string;
  title: string;
  content: string;
  /** Otherwise simple HTML in it is turned into Markdown. */
  isMarkdown?: boolean;
  category: string;
  nearest?: ChallengeCategory;
  enabled: boolean;
  curve: Partial<ScoreCurve>;
  flags: DraftFlag[];
  canaries?: NonNullable<ReadVexil['canaries']>;
  files: DraftFile[];
  urls?: { url: string; name: string }[];
  hints?: NonNullable<ReadVexil['hintList']>;
  author?: string | null;
  tags?: readonly string[] | null;
  topics?: readonly string[] | null;
  connection?: string | null;
  type?: PackageChallengeText['type'];
  template?: string | null;
  limits?: PackageChallengeText['limits'];
  options?: Pick<NonNullable<PackageChallengeText['flags']>, 'disableBloodBonus' | 'enableTrafficCapture'>;
  container?: Partial<NonNullable<ReadVexil['container']>>;
  /** What is passed on as it is. */
  vexil?: ReadVexil;
  requires?: ReadChallenge['requires'];
  next?: string | null;
  build?: string | null;
  /** How the format calls members of ours. */
  fields?: Record<string, string>;
}

export function finish(r: Reading, draft: Draft): ReadChallenge {
  const content = readContent(r, draft);
  const { category, custom } = readCategoryOf(r, draft);
  const flags = readFlags(r, draft);
  const files = [
    ...readFiles(r, draft, content),
    ...flags.flatMap((flag, flagIndex) => useFiles(r, flag.files ?? [], flagIndex)),
  ];
  const { key, requires = null, next = null, build = null, canaries = [] } = draft;
  const vexil: ReadVexil = {
    ...draft.vexil,
    ...shown(r, draft),
    ...(custom ? { customCategory: custom } : {}),
    ...(canaries.length > 0 ? { canaries } : {}),
  };
  const challenge: ReadChallenge['challenge'] = {
    title: draft.title.trim(),
    content,
    category,
    type: draft.type ?? (draft.container || build !== null ? 'StaticContainer' : 'StaticAttachment'),
    enabled: draft.enabled,
    limits: draft.limits,
    flags: { ...draft.options, template: draft.template ?? null, static: flags.map(packedFlag) },
    hints: null,
  };
  addScoring(challenge, vexil, { ...defaultScoreCurve, ...draft.curve });
  addHints(challenge, vexil, draft.hints ?? []);
  addContainer(challenge, vexil, draft);
  challenge.vexil = vexil;
  r.nameUnknown();
  const isWrong = r.found.problems.some(({ file }) => file === r.source.file);
  for (const issue of PackageChallenge.safeParse(challenge).error?.issues ?? []) {
    if (isWrong) continue;
    r.found.problems.push(issueRemark(r.source, fieldOf(r.source, issue.path.join('.'), draft.fields), issue));
  }
  if (key.length > 255 || key === '') r.problem(draft.fields?.key ?? '', 'field.tooLong', { limit: 255 });
  return { key, path: r.source.file, challenge, files, requires, next, build };
}

const fields: Record<string, readonly string[]> = {
  title: ['name', 'title'],
  content: ['description'],
  category: ['category', 'categories'],
  scoring: ['value', 'extra', 'scoring', 'points'],
  'flags.static': ['flags', 'flag'],
  'flags.template': ['vexil', 'container'],
  limits: ['attempts', 'submissionLimit'],
  vexil: ['vexil'],
};

/** The member of the source that has become a member of ours. */
function fieldOf(source: Source, path: string, own: Record<string, string> = {}): string {
  if (source.has(path)) return path;
  for (const [member, names] of [
    ...Object.entries(own).map(([key, name]) => [key, [name]] as const),
    ...Object.entries(fields),
  ]) {
    if (path !== member && !path.startsWith(`${member}.`)) continue;
    const name = names.find((each) => source.has(each.split('.')[0] ?? ''));
    if (!name) continue;
    const index = /^flags\.static\.(\d+)/.exec(path)?.[1];
    return index !== undefined && source.has(`${name}.${index}`) ? `${name}.${index}` : name;
  }
  return path;
}

function readContent(r: Reading, { content, isMarkdown, fields: own }: Draft): string {
  const text = content.replace(/\r\n?/g, '\n');
  if (isMarkdown) return text;
  const markdown = htmlToMarkdown(text);
  const field = fieldOf(r.source, 'content', own);
  for (const value of markdown.rest) r.loss(field, value === 'details' ? 'html.details' : 'html.tag', { value });
  return markdown.text;
}

function readCategoryOf(r: Reading, { category: name, nearest, fields: own }: Draft) {
  const { category, custom } = readCategory(name);
  if (custom !== null && [...name.trim()].length > categoryNameLengthMax)
    r.loss(fieldOf(r.source, 'category', own), 'field.cut', { limit: categoryNameLengthMax });
  return { category: nearest ?? category, custom };
}

/** What is longer than its place is cut. */
function shown(r: Reading, draft: Draft): ReadVexil {
  const cut = (field: string, text: string, limit: number) => {
    const characters = [...text];
    if (characters.length > limit) r.loss(field, 'field.cut', { limit });
    return characters.slice(0, limit).join('').trim();
  };
  const cutName = (field: string, text: string, limit: number) => {
    const name = cut(field, normaliseName(text.replace(/\s+/g, ' ')), limit);
    if (isVisibleName(name)) return name;
    r.loss(field, 'field.noPlace');
    return '';
  };
  const cutList = (field: string, list: readonly string[], limit: number) => {
    if (list.length > tagsMax) r.loss(field, 'field.cut', { limit: tagsMax });
    const kept = list.slice(0, tagsMax).map((text, index) => cutName(`${field}.${index}`, text, limit));
    return [...new Set(kept)].filter((text) => text !== '');
  };
  const author = cutName('author', draft.author ?? '', authorLengthMax);
  const way = draft.fields?.connection ?? 'connection_info';
  const connection = cut(way, (draft.connection ?? '').trim(), connectionLengthMax);
  const tags = cutList('tags', draft.tags ?? [], tagLengthMax);
  const topics = cutList('topics', draft.topics ?? [], topicLengthMax);
  return {
    ...(author && { author }),
    ...(tags.length > 0 && { tags }),
    ...(topics.length > 0 && { topics }),
    ...(connection && { connection }),
  };
}

const picture = /!\[[^\]\n]{0,500}\]\(\s{0,9}<?([^\s()<>]{1,500})/g;

function readFiles(r: Reading, draft: Draft, content: string): UsedFile[] {
  const used = useFiles(r, draft.files, null);
  for (const [, reference = ''] of content.matchAll(picture)) {
    const path = /^[a-z]+:/i.test(reference) ? null : resolvePath(r.source.folder, reference);
    if (path === null || !hasFile(r.folder, path) || used.some((file) => file.path === path)) continue;
    used.push({ path, name: baseName(path), flagIndex: null });
    r.loss(fieldOf(r.source, 'content', draft.fields), 'file.picture', { value: path });
  }
  return [...used, ...(draft.urls ?? []).map(({ url, name }) => ({ path: '', name, flagIndex: null, url }))];
}

const useFiles = (r: Reading, files: DraftFile[], flagIndex: number | null): UsedFile[] =>
  files.flatMap(({ path: reference, name, field }): UsedFile[] => {
    if (isPlace(reference)) return [{ path: '', name: name ?? baseName(reference), flagIndex, url: reference }];
    return findFiles(r, reference, field).map((path) => ({ path, name: name ?? baseName(path), flagIndex }));
  });

const indexes = new WeakMap<Folder, Set<string>>();

export function hasFile(folder: Folder, path: string): boolean {
  const index = indexes.get(folder) ?? new Set(folder.paths);
  indexes.set(folder, index);
  return index.has(path);
}

/** One file, or those of a folder; a path that is not there is a problem. */
function findFiles(r: Reading, reference: string, field: string): string[] {
  const path = resolvePath(r.source.folder, reference);
  if (path !== null && hasFile(r.folder, path)) return [path];
  const within = path === null ? [] : r.folder.paths.filter((each) => each.startsWith(path === '' ? '' : `${path}/`));
  if (within.length > 0) r.loss(field, 'file.folder', { value: reference, count: within.length });
  else r.problem(field, path === null ? 'file.outside' : 'file.missing', { value: reference });
  return within;
}

/** The text of a file that a descriptor names; null after a problem. */
export async function readText(r: Reading, field: string, reference: string): Promise<string | null> {
  const path = resolvePath(r.source.folder, reference);
  if (path !== null && hasFile(r.folder, path)) return decode(path, await r.folder.read(path), r.found);
  r.problem(field, path === null ? 'file.outside' : 'file.missing', { value: reference });
  return null;
}

/** Its first line. */
export async function readFlagFile(r: Reading, field: string, reference: string): Promise<string | null> {
  const text = await readText(r, field, reference);
  return (
    text
      ?.trim()
      .split(/[\r\n]/)[0]
      ?.trim() ?? null
  );
}

/** Expressions without an example are left out. */
const readFlags = (r: Reading, draft: Draft): DraftFlag[] =>
  draft.flags.flatMap((flag) => {
    const example = flag.example ?? (flag.match === 'Regex' ? exampleOf(flag.text) : null);
    if (flag.match !== 'Regex' || (example !== null && flag.text.length <= flagPatternLengthMax)) {
      return [{ ...flag, example }];
    }
    r.loss(flag.field, 'flag.example', { value: flag.text.slice(0, flagPatternLengthMax) });
    return [];
  });

/** As packages carry it: other platforms compare texts only. */
function packedFlag({ text, match, example }: DraftFlag) {
  if (match === 'Exact') return { value: text };
  return match === 'Regex'
    ? { value: example ?? text, vexil: { value: text, match } }
    : { value: text, vexil: { match } };
}

function addScoring(challenge: ReadChallenge['challenge'], vexil: ReadVexil, curve: ScoreCurve) {
  const { originalScore, minScoreRate, difficulty, minimumScore, decay } = curve;
  challenge.scoring = { original: Math.max(1, originalScore), minRate: minScoreRate, difficulty };
  if (originalScore < 1) vexil.originalScore = originalScore;
  const isUsual = minimumScore === defaultScoreCurve.minimumScore && decay === defaultScoreCurve.decay;
  if (curve.curve !== 'Exponential' || !isUsual) vexil.scoring = { curve: curve.curve, minimum: minimumScore, decay };
}

function addHints(challenge: ReadChallenge['challenge'], vexil: ReadVexil, hints: NonNullable<ReadVexil['hintList']>) {
  if (hints.length === 0) return;
  challenge.hints = hints.filter(({ cost, releaseUtc }) => !cost && !releaseUtc).map(({ content }) => content);
  if (hints.some(({ title, cost, releaseUtc }) => title || cost || releaseUtc)) vexil.hintList = hints;
}

function addContainer(challenge: ReadChallenge['challenge'], vexil: ReadVexil, draft: Draft) {
  const { container, vexil: own } = draft;
  if (!hasContainer(challenge.type ?? 'StaticAttachment')) {
    if (container) vexil.container = { image: '', storageLimit: 256, ...container };
    return;
  }
  const settings = { image: '', storageLimit: 256, ...container };
  challenge.container = {
    ...settings,
    image: settings.image.trim() === '' ? 'unset' : settings.image,
    storageLimit: Math.max(1, settings.storageLimit),
    fileName: own?.fileName ?? null,
  };
  if (settings.image.trim() === '' || settings.storageLimit < 1) vexil.container = settings;
}

/** Nearest of our curves, with what that changes. */
export function useFitted(r: Reading, field: string, value: string, { curve, points }: ReturnType<typeof fitCurve>) {
  if (points > 0) r.loss(field, 'curve.fitted', { value, fitted: curve.curve, points });
  return curve;
}

const jinja: Record<string, string> = {
  nc: 'nc {host} {port}',
  link: 'http://{host}:{port}',
  url: 'http://{host}:{port}',
  host: '{host}',
  port: '{port}',
};
const placeholder = /\{\{\s?(\w{1,40})\s?\}\}|\$\{(\w{1,40})\}|\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}/g;

/** Names that a deployment fills in become ours; a line of one alone is shown as the connection instead. */
export function readPlaceholders(r: Reading, field: string, text: string) {
  const ways = new Set<string>();
  const filled = (line: string) =>
    line.replace(placeholder, (whole, first?: string, second?: string) => {
      const name = first ?? second ?? '';
      const ours = Object.hasOwn(jinja, name) ? jinja[name] : undefined;
      if (ours === undefined) r.loss(field, 'text.placeholder', { value: whole });
      return ours ?? whole;
    });
  const lines = text.split('\n').flatMap((line) => {
    const result = filled(line);
    const way = /^[`\s]*((?:nc |https?:\/\/)?\{host\}[ :]\{port\})[`\s]*$/.exec(result)?.[1];
    if (way) ways.add(way);
    else for (const each of result.match(/(?:nc |https?:\/\/)\{host\}[ :]\{port\}/g) ?? []) ways.add(each);
    return way ? [] : [result];
  });
  return { text: lines.join('\n'), connection: [...ways].join('\n') };
}

/** Of the first EXPOSE with a number. */
export async function readExposedPort(dockerfile: string, folder: Folder): Promise<number | null> {
  if (!hasFile(folder, dockerfile) || folder.sizeBytes(dockerfile) > 100_000) return null;
  const text = decode(dockerfile, await folder.read(dockerfile), { problems: [], losses: [] }) ?? '';
  const port = Number(/^[ \t]{0,20}EXPOSE[ \t]{1,20}(\d{1,5})/im.exec(text)?.[1]);
  return port >= 1 && port <= 65_535 ? port : null;
}
