// Exports of whole platforms: CTFd's zip and the static archive of rCTF, unpacked. Of both only challenges are read.

import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { fitClassic } from '../curve';
import type { Folder, ReadChallenge, ReadGame } from '../model';
import { readPattern } from './challenge-yml';
import { type Draft, finish, hasFile, useFitted } from './draft';
import { baseName } from './paths';
import { Reading } from './reading';
import { type Findings, isMapping, Source, type Tree } from './source';
import { isoTime } from './time';
import { readJson } from './yaml';

interface Read {
  source: Source;
  challenge: ReadChallenge;
}

export const ctfdTables = {
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

type Tables = Record<keyof typeof ctfdTables, Tree[]>;

export async function readCtfd(
  folder: Folder,
  found: Findings,
): Promise<{ game: ReadGame | null; challenges: Read[] }> {
  const tables = {} as Tables;
  for (const [name, path] of Object.entries(ctfdTables))
    tables[name as keyof Tables] = await readRows(path, folder, found);
  await nameLeftOut(folder, found);
  const challenges = eachRow(ctfdTables.challenges, tables.challenges, folder, found, (r) => ctfdDraft(r, tables));
  return { game: ctfdGame(tables.config), challenges };
}

const eachRow = (path: string, rows: Tree[], folder: Folder, found: Findings, draftOf: (r: Reading) => Draft): Read[] =>
  rows.map((_, index) => {
    const source = new Source(path, rows).part(String(index));
    const r = new Reading(source, folder, found);
    return { source, challenge: finish(r, draftOf(r)) };
  });

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
    return Number.isFinite(seconds) ? isoTime(seconds * 1000) : undefined;
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

const keyOf = (number: number | undefined) => `challenge-${number ?? 0}`;

const unread = 'type module_id solution_id scheduled_at initial minimum decay function position'.split(' ');

function ctfdDraft(r: Reading, tables: Tables): Draft {
  const number = r.number('id');
  const own = (rows: Tree[]) => rows.filter(isMapping).filter((each) => Number(each.challenge_id) === number);
  const topicIds = own(tables.topicLinks).map(({ topic_id }) => Number(topic_id));
  const topics = tables.topics.filter(isMapping).filter((topic) => topicIds.includes(Number(topic.id)));
  const next = r.number('next_id');
  const position = r.number('position');
  const logic = r.text('logic') ?? 'any';
  if (logic !== 'any') r.loss('logic', 'flag.logic', { value: logic });
  r.ignored(...unread);
  return {
    key: keyOf(number),
    title: r.required('name'),
    content: r.text('description') ?? '',
    author: r.text('attribution'),
    category: r.text('category') ?? '',
    connection: r.text('connection_info'),
    enabled: (r.text('state') ?? 'visible') === 'visible',
    curve: ctfdCurve(r, number, tables),
    limits: { submission: r.number('max_attempts') ?? 0 },
    flags: own(tables.flags).flatMap((flag, index) => ctfdFlag(r, flag, `flags.${index}`)),
    hints: own(tables.hints).map(({ title, content, cost }) => ({
      title: textOf(title),
      content: textOf(content),
      cost: Number(cost) || 0,
    })),
    files: own(tables.files).flatMap(({ location }) => {
      const path = `uploads/${textOf(location)}`;
      if (hasFile(r.folder, path)) return [{ path: `../${path}`, field: 'files' }];
      r.loss('files', 'file.missing', { value: path });
      return [];
    }),
    tags: own(tables.tags).map(({ value }) => textOf(value)),
    topics: topics.map(({ value }) => textOf(value)),
    vexil: position ? { position } : {},
    requires: ctfdRequirements(r),
    next: next === undefined ? null : keyOf(next),
  };
}

function ctfdFlag(r: Reading, { type, content, data }: Record<string, Tree>, field: string): Draft['flags'] {
  const ignoresCase = data === 'case_insensitive';
  const text = textOf(content);
  if (type === 'static') return [{ text, field, match: ignoresCase ? 'IgnoreCase' : 'Exact' }];
  if (type === 'regex') return [{ text: readPattern(text, ignoresCase), field, match: 'Regex' }];
  r.loss('flags', 'flag.kind', { value: textOf(type) });
  return [];
}

/** A mapping, or one in a text. */
function ctfdRequirements(r: Reading): Draft['requires'] {
  const value = r.any('requirements');
  const { prerequisites, anonymize } = isMapping(value) ? value : parseMapping(value);
  const keys = Array.isArray(prerequisites) ? prerequisites.map((each) => keyOf(Number(each))) : [];
  if (anonymize === true) r.loss('requirements.anonymize', 'field.noPlace');
  return keys.length > 0 ? { keys, count: null, lockedShown: anonymize === 'preview' } : null;
}

function parseMapping(text: Tree): Record<string, Tree> {
  try {
    const value: unknown = JSON.parse(textOf(text));
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}

/** In tables of their own before 3.8, with or without prefix. */
function ctfdCurve(r: Reading, number: number | undefined, { dynamic }: Tables): Partial<ScoreCurve> {
  const old = dynamic.filter(isMapping).find((each) => Number(each.id) === number);
  const member = (name: string) => {
    const value = r.any(name) ?? old?.[`dynamic_${name}`] ?? old?.[name];
    return value === null || value === undefined ? Number.NaN : Number(value);
  };
  const [originalScore, minimumScore, decay] = [member('initial'), member('minimum'), member('decay')];
  const kind = r.text('function') ?? old?.dynamic_function ?? old?.function ?? (old ? 'logarithmic' : 'static');
  if (kind === 'static' || Number.isNaN(originalScore + minimumScore + decay)) {
    return { curve: 'Static', originalScore: r.number('value') ?? 0 };
  }
  r.ignored('value');
  return { curve: kind === 'linear' ? 'Linear' : 'Logarithmic', originalScore, minimumScore, decay };
}

export const rctfArchive = 'api-data/v2/challs.json';

/** Of `psql`, beside `solves.json`: rows with flags. The static archive is public and has none. */
export const rctfTables = {
  challenges: 'challenges.json',
  solves: 'solves.json',
  users: 'users.json',
  submission_logs: 'submission_logs.json',
} as const;

export async function readRctf(folder: Folder, found: Findings): Promise<{ game: null; challenges: Read[] }> {
  const path = hasFile(folder, rctfArchive) ? rctfArchive : rctfTables.challenges;
  if (!hasFile(folder, path)) {
    found.problems.push({ file: path, line: null, field: '', what: 'file.missing', values: { value: path } });
    return { game: null, challenges: [] };
  }
  const source = readJson(path, await folder.read(path), found);
  const list = source && (Array.isArray(source.tree) ? source.tree : source.get('data'));
  const rows = (Array.isArray(list) ? list : []).map((row) =>
    path !== rctfArchive && isMapping(row) && isMapping(row.data) ? { ...row.data, id: row.id } : row,
  );
  return { game: null, challenges: eachRow(path, rows, folder, found, rctfDraft) };
}

function rctfFlags(r: Reading): Draft['flags'] {
  const own = r.text('flag');
  if (own) return [{ text: own, match: 'Exact', field: 'flag' }];
  return r.items('flags').flatMap(({ field }): Draft['flags'] => {
    const [kind, text] = [r.text(`${field}.provider`) ?? 'flags/static', r.text(`${field}.config.flag`)];
    if (kind === 'flags/static' && text) return [{ text, match: 'Exact', field }];
    r.loss(field, 'flag.kind', { value: kind });
    return [];
  });
}

function rctfDraft(r: Reading): Draft {
  const flags = rctfFlags(r);
  if (flags.length === 0) r.loss('flags', 'field.missing');
  for (const name of ['releaseTime', 'instancerConfig', 'adminBotConfig'])
    if (r.any(name) !== undefined) r.loss(name, 'field.noPlace');
  if (r.any('tiebreakEligible') === false) r.loss('tiebreakEligible', 'field.noPlace');
  const isHidden = r.any('hidden') === true;
  r.ignored('solves', 'sortWeight', 'firstBlood', 'managedBy', 'scoring');
  const isRange = isMapping(r.any('points'));
  const [least, most] = isRange
    ? [r.number('points.min'), r.number('points.max')]
    : [r.number('points'), r.number('points')];
  const up = r.source.file === rctfArchive ? '../../' : '';
  const files = r.items('files').map(({ field }) => {
    const [name, url] = [r.required(`${field}.name`), r.required(`${field}.url`)];
    const path = /\/(uploads\/[^?#]{1,1000})/.exec(url)?.[1] ?? '';
    return { name: name || baseName(url), url, field, path: `${up}${path}`, isHere: hasFile(r.folder, path) };
  });
  return {
    key: r.required('id'),
    title: r.required('name'),
    content: r.text('description') ?? '',
    author: r.text('author'),
    category: r.text('category') ?? '',
    tags: r.texts('tags'),
    enabled: !isHidden,
    curve:
      least === most
        ? { curve: 'Static', originalScore: Math.round(most ?? 0) }
        : useFitted(
            r,
            'points',
            `rCTF dynamic ${least} to ${most}`,
            fitClassic(Math.round(most ?? 500), Math.round(least ?? 100)),
          ),
    flags,
    files: files.filter(({ isHere }) => isHere),
    urls: files.filter(({ isHere }) => !isHere),
  };
}
