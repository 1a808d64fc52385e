// What every reader ends with: statements as Markdown, files that exist, flags and categories of ours, and a challenge
// that the contract accepts.

import { authorLengthMax, connectionLengthMax, tagLengthMax, tagsMax, topicLengthMax } from '@vexil/contract/challenge';
import { flagPatternLengthMax } from '@vexil/contract/flag.limits';
import { isVisibleName, normaliseName } from '@vexil/contract/name.rules';
import { PackageChallenge, type PackageChallengeText } from '@vexil/contract/package';
import { type ChallengeCategory, type FlagMatch, hasContainer } from '@vexil/db/enums/challenge';
import { defaultScoreCurve, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import type { fitCurve } from '../curve';
import type { Folder, ReadChallenge, ReadVexil, UsedFile } from '../model';
import { readCategory } from './category';
import { exampleOf } from './example';
import { htmlToMarkdown } from './html';
import { baseName, resolvePath } from './paths';
import { type Findings, issueRemark, type Source } from './source';
import { decode } from './yaml';

export interface DraftFlag {
  text: string;
  match: FlagMatch;
  example?: string | null;
  files?: DraftFile[];
  field: string;
}

interface DraftFile {
  /** As the descriptor names it. */
  path: string;
  name?: string;
  field: string;
}

export interface Draft {
  source: Source;
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

export function finish(draft: Draft, folder: Folder, found: Findings): ReadChallenge {
  const { source } = draft;
  const content = readContent(draft, found);
  const { category, custom } = readCategoryOf(draft, found);
  const flags = readFlags(draft, found);
  const files = [
    ...readFiles(draft, content, folder, found),
    ...flags.flatMap((flag, flagIndex) => useFiles(source, flag.files ?? [], flagIndex, folder, found)),
  ];
  const vexil: ReadVexil = {
    ...draft.vexil,
    ...shown(draft, found),
    ...(custom ? { customCategory: custom } : {}),
    ...(draft.canaries?.length ? { canaries: draft.canaries } : {}),
  };
  const challenge: ReadChallenge['challenge'] = {
    title: draft.title.trim(),
    content,
    category,
    type: draft.type ?? (draft.container || draft.build != null ? 'StaticContainer' : 'StaticAttachment'),
    enabled: draft.enabled,
    limits: draft.limits,
    flags: { ...draft.options, template: draft.template ?? null, static: flags.map(packedFlag) },
    hints: null,
  };
  addScoring(challenge, vexil, { ...defaultScoreCurve, ...draft.curve });
  addHints(challenge, vexil, draft.hints ?? []);
  addContainer(challenge, vexil, draft);
  challenge.vexil = vexil;
  const checked = PackageChallenge.safeParse(challenge);
  for (const issue of checked.error?.issues ?? []) {
    const path = issue.path.join('.');
    found.problems.push(issueRemark(source, fieldOf(source, path, draft.fields), issue));
  }
  if (draft.key.length > 255 || draft.key === '') {
    found.problems.push(source.remark(draft.fields?.key ?? '', 'field.tooLong', { limit: 255 }));
  }
  const { key, requires = null, next = null, build = null } = draft;
  return { key, path: source.file, challenge, files, requires, next, build };
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

function readContent(draft: Draft, found: Findings): string {
  const text = draft.content.replace(/\r\n?/g, '\n');
  if (draft.isMarkdown) return text;
  const { text: content, rest } = htmlToMarkdown(text);
  const field = fieldOf(draft.source, 'content', draft.fields);
  for (const value of rest) {
    found.losses.push(draft.source.remark(field, value === 'details' ? 'html.details' : 'html.tag', { value }));
  }
  return content;
}

function readCategoryOf(draft: Draft, found: Findings) {
  const read = readCategory(draft.category);
  if (draft.nearest) {
    const isOwn = draft.category !== '' && draft.category !== draft.nearest;
    return { category: draft.nearest, custom: isOwn ? draft.category : null };
  }
  if (read.custom !== null) {
    const field = fieldOf(draft.source, 'category', draft.fields);
    found.losses.push(draft.source.remark(field, 'category.nearest', { value: read.custom, nearest: read.category }));
  }
  return read;
}

/** What is longer than its place is cut. */
function shown(draft: Draft, found: Findings): ReadVexil {
  const { source } = draft;
  const cut = (field: string, text: string, limit: number) => {
    const characters = [...text];
    if (characters.length > limit) found.losses.push(source.remark(field, 'field.cut', { limit }));
    return characters.slice(0, limit).join('').trim();
  };
  const cutName = (field: string, text: string, limit: number) => {
    const name = cut(field, normaliseName(text.replace(/\s+/g, ' ')), limit);
    if (isVisibleName(name)) return name;
    found.losses.push(source.remark(field, 'field.noPlace'));
    return '';
  };
  const cutList = (field: string, list: readonly string[], count: number, limit: number) => {
    if (list.length > count) found.losses.push(source.remark(field, 'field.cut', { limit: count }));
    const kept = list.slice(0, count).map((text, index) => cutName(`${field}.${index}`, text, limit));
    return [...new Set(kept)].filter((text) => text !== '');
  };
  const author = cutName('author', draft.author ?? '', authorLengthMax);
  const connection = cut(
    draft.fields?.connection ?? 'connection_info',
    (draft.connection ?? '').trim(),
    connectionLengthMax,
  );
  const tags = cutList('tags', draft.tags ?? [], tagsMax, tagLengthMax);
  const topics = cutList('topics', draft.topics ?? [], tagsMax, topicLengthMax);
  return {
    ...(author && { author }),
    ...(tags.length > 0 && { tags }),
    ...(topics.length > 0 && { topics }),
    ...(connection && { connection }),
  };
}

const picture = /!\[[^\]\n]{0,500}\]\(\s{0,9}<?([^\s()<>]{1,500})/g;

function readFiles(draft: Draft, content: string, folder: Folder, found: Findings): UsedFile[] {
  const { source } = draft;
  const used = useFiles(source, draft.files, null, folder, found);
  for (const [, reference = ''] of content.matchAll(picture)) {
    const path = /^[a-z]+:/i.test(reference) ? null : resolvePath(source.folder, reference);
    if (path === null || !hasFile(folder, path) || used.some((file) => file.path === path)) continue;
    used.push({ path, name: baseName(path), flagIndex: null });
    const field = fieldOf(source, 'content', draft.fields);
    found.losses.push(source.remark(field, 'file.picture', { value: path }));
  }
  for (const { url, name } of draft.urls ?? []) used.push({ path: '', name, flagIndex: null, url });
  return used;
}

function useFiles(source: Source, files: DraftFile[], flagIndex: number | null, folder: Folder, found: Findings) {
  return files.flatMap(({ path: reference, name, field }): UsedFile[] =>
    findFiles(source, reference, field, folder, found).map((path) => ({
      path,
      name: name ?? baseName(path),
      flagIndex,
    })),
  );
}

const indexes = new WeakMap<Folder, Set<string>>();

export function hasFile(folder: Folder, path: string): boolean {
  const index = indexes.get(folder) ?? new Set(folder.paths);
  indexes.set(folder, index);
  return index.has(path);
}

/** One file, or those of a folder; a path that is not there is a problem. */
function findFiles(source: Source, reference: string, field: string, folder: Folder, found: Findings): string[] {
  const path = resolvePath(source.folder, reference);
  if (path === null) {
    found.problems.push(source.remark(field, 'file.outside', { value: reference }));
    return [];
  }
  if (hasFile(folder, path)) return [path];
  const within = folder.paths.filter((each) => each.startsWith(path === '' ? '' : `${path}/`));
  if (within.length === 0) found.problems.push(source.remark(field, 'file.missing', { value: reference }));
  else found.losses.push(source.remark(field, 'file.folder', { value: reference, count: within.length }));
  return within;
}

/** Expressions that have no example, and cannot be judged by one, are left out. */
function readFlags(draft: Draft, found: Findings): DraftFlag[] {
  return draft.flags.flatMap((flag) => {
    if (flag.match !== 'Regex') return [flag];
    const example = flag.example ?? exampleOf(flag.text);
    const value = flag.text.slice(0, flagPatternLengthMax);
    if (example !== null && flag.text.length <= flagPatternLengthMax) return [{ ...flag, example }];
    found.losses.push(draft.source.remark(flag.field, 'flag.example', { value }));
    return [];
  });
}

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
export function useFitted(
  source: Source,
  field: string,
  value: string,
  fit: ReturnType<typeof fitCurve>,
  found: Findings,
) {
  const { curve, points } = fit;
  if (points > 0) found.losses.push(source.remark(field, 'curve.fitted', { value, fitted: curve.curve, points }));
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
export function readPlaceholders(source: Source, field: string, text: string, found: Findings) {
  const ways = new Set<string>();
  const filled = (line: string) =>
    line.replace(placeholder, (whole, first?: string, second?: string) => {
      const name = first ?? second ?? '';
      const ours = Object.hasOwn(jinja, name) ? jinja[name] : undefined;
      if (ours === undefined) found.losses.push(source.remark(field, 'text.placeholder', { value: whole }));
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
