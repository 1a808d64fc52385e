// Exports of whole platforms: CTFd's zip and the static archive of rCTF, unpacked. Of both only challenges are read.

import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { z } from 'zod';
import { fitClassic } from '../curve';
import type { Folder, ReadChallenge, ReadGame } from '../model';
import { readPattern } from './challenge-yml';
import { type Draft, finish, hasFile, useFitted } from './draft';
import { baseName } from './paths';
import { type Findings, isMapping, readShape, Source, type Tree } from './source';
import { readJson } from './yaml';

interface Read {
  source: Source;
  challenge: ReadChallenge;
}

const ctfdTables = {
  challenges: 'db/challenges.json',
  dynamic: 'db/dynamic_challenge.json',
  flags: 'db/flags.json',
  hints: 'db/hints.json',
  files: 'db/files.json',
  tags: 'db/tags.json',
  topics: 'db/topics.json',
  topicLinks: 'db/challenge_topics.json',
  config: 'db/config.json',
} as const;
const leftOut =
  `users teams submissions solves awards unlocks pages notifications brackets fields field_entries solutions
  comments ratings tracking modules tokens`.split(/\s+/);

const id = z.coerce.number<unknown>().int();
const nullable = <Type extends z.ZodType>(type: Type) => type.nullish();
const Requirements = z.looseObject({
  prerequisites: z.array(id).nullish(),
  anonymize: z.union([z.boolean(), z.string()]).nullish(),
});
const Row = z.looseObject({
  id,
  name: z.string(),
  description: nullable(z.string()),
  attribution: nullable(z.string()),
  connection_info: nullable(z.string()),
  next_id: nullable(id),
  max_attempts: nullable(z.int()),
  value: nullable(z.int()),
  category: nullable(z.string()),
  state: z.string().default('visible'),
  logic: nullable(z.string()),
  initial: nullable(z.int()),
  minimum: nullable(z.int()),
  decay: nullable(z.int()),
  function: nullable(z.string()),
  position: nullable(z.int()),
  requirements: nullable(z.union([Requirements, z.string()])),
});
type Row = z.output<typeof Row>;
type Tables = Record<keyof typeof ctfdTables, Tree[]>;

export async function readCtfd(
  folder: Folder,
  found: Findings,
): Promise<{ game: ReadGame | null; challenges: Read[] }> {
  const tables = {} as Tables;
  for (const [name, path] of Object.entries(ctfdTables))
    tables[name as keyof Tables] = await readRows(path, folder, found);
  await nameLeftOut(folder, found);
  const challenges = tables.challenges.flatMap((_, index): Read[] => {
    const source = new Source(ctfdTables.challenges, tables.challenges).part(String(index));
    const row = readShape(source, Row, found)?.output;
    return row ? [{ source, challenge: finish(ctfdDraft(source, row, tables, folder, found), folder, found) }] : [];
  });
  return { game: ctfdGame(tables.config), challenges };
}

/** A table without rows is an empty file. */
async function readRows(path: string, folder: Folder, found: Findings): Promise<Tree[]> {
  if (!hasFile(folder, path) || folder.sizeBytes(path) === 0) return [];
  const source = readJson(path, await folder.read(path), found);
  const rows = source?.get('results');
  return Array.isArray(rows) ? rows : [];
}

async function nameLeftOut(folder: Folder, found: Findings) {
  for (const name of leftOut) {
    const path = `db/${name}.json`;
    if (!hasFile(folder, path) || folder.sizeBytes(path) === 0) continue;
    // The count comes first, and these tables can be large.
    const head = new TextDecoder().decode((await folder.read(path)).slice(0, 100));
    const count = Number(/"count":\s{0,9}(\d{1,9})/.exec(head)?.[1] ?? 1);
    const values = { value: name, count };
    if (count > 0) found.losses.push({ file: path, line: null, field: '', what: 'table.rows', values });
  }
}

const textOf = (value: Tree) => (value === null || value === undefined ? '' : String(value));

function ctfdGame(config: Tree[]): ReadGame | null {
  const settings = new Map(config.filter(isMapping).map(({ key, value }) => [textOf(key), textOf(value)]));
  const time = (name: string) => {
    const seconds = Number(settings.get(name) || Number.NaN);
    return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString().replace('Z', '+00:00') : undefined;
  };
  const game: ReadGame = {};
  const [title, start, end, size] = [settings.get('ctf_name'), time('start'), time('end'), settings.get('team_size')];
  if (title) game.title = title;
  if (start) game.startTime = start;
  if (end) game.endTime = end;
  if (size && /^\d{1,6}$/.test(size)) game.teamMemberCountLimit = Number(size);
  const freezeTime = time('freeze');
  if (freezeTime) game.vexil = { freezeTime };
  return Object.keys(game).length === 0 ? null : game;
}

function ctfdDraft(source: Source, row: Row, tables: Tables, folder: Folder, found: Findings): Draft {
  const own = (rows: Tree[]) => rows.filter(isMapping).filter((each) => Number(each.challenge_id) === row.id);
  if (row.logic && row.logic !== 'any') found.losses.push(source.remark('logic', 'flag.logic', { value: row.logic }));
  const topicIds = own(tables.topicLinks).map(({ topic_id }) => Number(topic_id));
  const topics = tables.topics.filter(isMapping).filter((topic) => topicIds.includes(Number(topic.id)));
  const requirements = typeof row.requirements === 'string' ? readText(row.requirements) : row.requirements;
  const keys = (requirements?.prerequisites ?? []).map(keyOf);
  const lockedShown = requirements?.anonymize === 'preview';
  if (requirements?.anonymize === true) found.losses.push(source.remark('requirements.anonymize', 'field.noPlace'));
  return {
    source,
    key: keyOf(row.id),
    title: row.name,
    content: row.description ?? '',
    author: row.attribution,
    category: row.category ?? '',
    connection: row.connection_info,
    enabled: row.state === 'visible',
    curve: ctfdCurve(row, tables),
    limits: { submission: row.max_attempts ?? 0 },
    flags: own(tables.flags).flatMap(({ type, content, data }, index): Draft['flags'] => {
      const ignoresCase = data === 'case_insensitive';
      const flag = { text: textOf(content), field: `flags.${index}` };
      if (type === 'static') return [{ ...flag, match: ignoresCase ? 'IgnoreCase' : 'Exact' }];
      if (type === 'regex') return [{ ...flag, text: readPattern(flag.text, ignoresCase), match: 'Regex' }];
      found.losses.push(source.remark('flags', 'flag.kind', { value: textOf(type) }));
      return [];
    }),
    hints: own(tables.hints).map(({ title, content, cost }) => ({
      title: textOf(title),
      content: textOf(content),
      cost: Number(cost) || 0,
    })),
    files: own(tables.files).flatMap(({ location }) => {
      const path = `uploads/${textOf(location)}`;
      if (hasFile(folder, path)) return [{ path: `../${path}`, field: 'files' }];
      found.losses.push(source.remark('files', 'file.missing', { value: path }));
      return [];
    }),
    tags: own(tables.tags).map(({ value }) => textOf(value)),
    topics: topics.map(({ value }) => textOf(value)),
    vexil: row.position ? { position: row.position } : {},
    requires: keys.length > 0 ? { keys, count: null, lockedShown } : null,
    next: row.next_id ? keyOf(row.next_id) : null,
  };
}

const keyOf = (number: number) => `challenge-${number}`;

function readText(text: string): z.output<typeof Requirements> | null {
  try {
    return Requirements.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** In tables of their own before 3.8, with or without prefix. */
function ctfdCurve(row: Row, { dynamic }: Tables): Partial<ScoreCurve> {
  const old = dynamic.filter(isMapping).find((each) => Number(each.id) === row.id);
  const member = (name: 'initial' | 'minimum' | 'decay') => {
    const value = row[name] ?? old?.[`dynamic_${name}`] ?? old?.[name];
    return value === null || value === undefined ? null : Number(value);
  };
  const [initial, minimum, decay] = [member('initial'), member('minimum'), member('decay')];
  const kind = row.function ?? old?.dynamic_function ?? old?.function ?? (old ? 'logarithmic' : 'static');
  if (initial === null || minimum === null || decay === null || kind === 'static') {
    return { curve: 'Static', originalScore: row.value ?? 0 };
  }
  const curve = kind === 'linear' ? 'Linear' : 'Logarithmic';
  return { curve, originalScore: initial, minimumScore: minimum, decay };
}

export const rctfChallenges = 'api-data/v2/challs.json';

const RctfRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: nullable(z.string()),
  category: nullable(z.string()),
  author: nullable(z.string()),
  tags: nullable(z.array(z.string())),
  files: nullable(z.array(z.looseObject({ name: z.string(), url: z.string() }))),
  points: nullable(z.union([z.looseObject({ min: z.number(), max: z.number() }), z.number()])),
});

/** It has no flags: the archive is public. */
export async function readRctf(folder: Folder, found: Findings): Promise<{ game: null; challenges: Read[] }> {
  const source = readJson(rctfChallenges, await folder.read(rctfChallenges), found);
  const rows = source && (Array.isArray(source.tree) ? source.tree : source.get('data'));
  const list = Array.isArray(rows) ? rows : [];
  const challenges = list.flatMap((_, index): Read[] => {
    const part = new Source(rctfChallenges, list).part(String(index));
    const row = readShape(part, RctfRow, found)?.output;
    return row ? [{ source: part, challenge: finish(rctfDraft(part, row, folder, found), folder, found) }] : [];
  });
  return { game: null, challenges };
}

function rctfDraft(source: Source, row: z.output<typeof RctfRow>, folder: Folder, found: Findings): Draft {
  found.losses.push(source.remark('flags', 'field.missing'));
  const points =
    typeof row.points === 'number' ? { min: row.points, max: row.points } : (row.points ?? { min: 100, max: 500 });
  const [least, most] = [Math.round(points.min), Math.round(points.max)];
  const files = row.files ?? [];
  const local = (url: string) => /\/(uploads\/[^?#]{1,1000})/.exec(url)?.[1] ?? '';
  return {
    source,
    key: row.id,
    title: row.name,
    content: row.description ?? '',
    author: row.author,
    category: row.category ?? '',
    tags: row.tags,
    enabled: true,
    curve:
      least === most
        ? { curve: 'Static', originalScore: most }
        : useFitted(source, 'points', `rCTF dynamic ${least} to ${most}`, fitClassic(most, least), found),
    flags: [],
    files: files.flatMap(({ name, url }, index) => {
      const path = local(url);
      return hasFile(folder, path) ? [{ path: `../../${path}`, name, field: `files.${index}` }] : [];
    }),
    urls: files
      .filter(({ url }) => !hasFile(folder, local(url)))
      .map(({ name, url }) => ({ name: name || baseName(url), url })),
  };
}
