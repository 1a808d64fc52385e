// Finds the descriptors of a folder and what format they are in: that of most of them.

import { gameFile } from '../challenge-file';
import { memberPaths } from '../member-paths';
import type { Folder, Format, ReadChallenge, ReadFolder, ReadGame, Remark } from '../model';
import { readChallengeFile } from './challenge-yml';
import { readCtfPilot } from './ctfpilot';
import { hasFile } from './draft';
import { readDucky } from './ducky';
import { ctfdTables, rctfArchive, rctfTables, readCtfd, readRctf } from './exports';
import { descriptor, type Kind, kindOf } from './formats';
import { readGzcli, readGzevent } from './gzcli';
import { readKonata } from './konata';
import { readNoctf } from './noctf';
import { readPackage } from './package';
import { baseName, folderOf } from './paths';
import { readRcds } from './rcds';
import { Reading } from './reading';
import { type Findings, isEmpty, isMapping, readShape, type Source, type Tree } from './source';
import { readTime } from './time';
import { readYaml } from './yaml';

interface Read {
  source: Source;
  challenge: ReadChallenge;
}

const sources = new WeakMap<ReadChallenge | ReadGame, Source>();

/** Where a challenge or a game says what the server calls `field`; null where its format has no lines. */
export function lineOf(read: ReadChallenge | ReadGame | null | undefined, field: string): number | null {
  const source = read && sources.get(read);
  const [first = '', ...others] = memberPaths(field, !!read && !('key' in read));
  return source?.line([first, ...others].find((path) => source.has(path)) ?? first) ?? null;
}

type Reader = (r: Reading) => Promise<ReadChallenge | ReadChallenge[] | null>;

/** Of formats with a file for each challenge. */
const readers: Partial<Record<Kind, Reader>> = {
  vexil: readChallengeFile,
  ctfcli: readChallengeFile,
  rcds: readRcds,
  konata: readKonata,
  ducky: readDucky,
  noctf: readNoctf,
  ctfpilot: readCtfPilot,
  gzcli: readGzcli,
};

/** Of formats that are one whole, by files of which they always have one. */
const wholes = {
  package: { paths: ['manifest.json'], read: readPackage },
  ctfd: { paths: [ctfdTables.challenges], read: readCtfd },
  rctf: { paths: [rctfArchive, rctfTables.solves], read: readRctf },
} as const;

export async function readFolder(folder: Folder, format?: Format): Promise<ReadFolder> {
  const found: Findings = { problems: [], losses: [] };
  const whole = Object.entries(wholes).find(
    ([name, { paths }]) => (format ?? name) === name && paths.some((path) => hasFile(folder, path)),
  );
  if (whole) {
    const { game, challenges } = await whole[1].read(folder, found);
    const source = game === null && hasFile(folder, 'game.yml') ? await readSource(folder, 'game.yml', found) : null;
    const own = source ? readGame(source, found) : game;
    return ordered({ format: whole[0] as Format, game: own, challenges: connect(challenges, found), ...found });
  }
  return readFiles(folder, format ?? null, found);
}

async function readFiles(folder: Folder, format: Format | null, found: Findings): Promise<ReadFolder> {
  const files = await readSources(folder);
  const gameSource = hasFile(folder, 'game.yml') ? await readSource(folder, 'game.yml', found) : null;
  const words = outermost(files).map(({ source }) => source && kindOf(source));
  const chosen = format ?? choose(words, gameSource !== null);
  const isOwn = (source: Source) => !isOther(source, kindOf(source), chosen, format !== null, found);
  const read = async (source: Source) => (await readers[chosen]?.(new Reading(source, folder, found))) ?? [];
  const challenges = await readChallenges(files, isOwn, read, found);
  if (challenges.length === 0 && found.problems.length === 0) found.problems.push(noneRead(words));
  const game = gameSource ? readGame(gameSource, found) : await readEvent(folder, chosen, files, found);
  return ordered({ format: chosen, game, challenges: connect(challenges, found), ...found });
}

/** What a challenge gives to players from below its folder is no challenge itself, whatever its name. */
async function readChallenges(
  files: readonly Descriptor[],
  isOwn: (source: Source) => boolean,
  read: (source: Source) => Promise<ReadChallenge | ReadChallenge[]>,
  found: Findings,
): Promise<Read[]> {
  const given = new Set<string>();
  const challenges: Read[] = [];
  for (const { path, source, problems, losses } of files) {
    if (given.has(path)) continue;
    found.problems.push(...problems);
    found.losses.push(...losses);
    if (!source || !isOwn(source)) continue;
    const before = found.problems.length;
    const own = [await read(source)].flat();
    for (const file of own.flatMap(({ files }) => files)) if (isBelow(source.folder, file.path)) given.add(file.path);
    if (found.problems.length === before) challenges.push(...own.map((challenge) => ({ source, challenge })));
  }
  return challenges;
}

const isBelow = (folder: string, path: string) => folder !== '' && path.startsWith(`${folder}/`);

function hasAround(folders: ReadonlySet<string>, path: string): boolean {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) if (folders.has(folder)) return true;
  return false;
}

const foldersOf = (files: readonly Descriptor[]) => new Set(files.map(({ path }) => folderOf(path)));

/** Attachments of a challenge must not choose the format. A challenge at the root may be a sample. */
function outermost(files: readonly Descriptor[]): Descriptor[] {
  const folders = foldersOf(files);
  return files.filter(({ path }) => !hasAround(folders, folderOf(path)));
}

function ordered(read: ReadFolder): ReadFolder {
  const byPlace = (a: Remark, b: Remark) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0);
  return { ...read, problems: read.problems.sort(byPlace), losses: read.losses.sort(byPlace) };
}

/** Dialects that one folder may mix. */
const family = (kind: Kind): Kind => (kind === 'vexil' || kind === 'ducky' ? 'ctfcli' : kind);

function choose(kinds: (Kind | null)[], hasGame: boolean): Format {
  const readable = kinds.filter((kind): kind is Format => kind !== null && kind in readers);
  const counts = new Map<Kind, number>();
  for (const kind of readable) counts.set(family(kind), (counts.get(family(kind)) ?? 0) + 1);
  const [most = 'ctfcli'] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (most !== 'ctfcli') return most as Format;
  return hasGame || kinds.includes('vexil') ? 'vexil' : kinds.includes('ducky') ? 'ducky' : most;
}

/** Files of another format than the folder's are losses; without members of any, they belong to the folder's. */
function isOther(source: Source, kind: Kind | null, chosen: Format, isGiven: boolean, found: Findings): boolean {
  if (kind === null) return baseName(source.file) === 'metadata.yml';
  if (family(kind) === family(chosen) || (isGiven && kind in readers)) return false;
  const what = kind === 'kCTF' ? 'format.infrastructure' : 'format.other';
  found.losses.push(source.remark('', what, { value: kind }));
  return true;
}

function noneRead(kinds: (Kind | null)[]): ReadFolder['problems'][number] {
  const unread = kinds.find((kind) => kind !== null && !(kind in readers));
  const problem = { file: '', line: null, field: '' };
  return unread
    ? { ...problem, what: 'format.recognised', values: { value: unread } }
    : { ...problem, what: 'format.unknown' };
}

type Descriptor = Findings & { path: string; source: Source | null };

/** Those of outer folders first. */
async function readSources(folder: Folder): Promise<Descriptor[]> {
  const read: Descriptor[] = [];
  for (const path of folder.paths.filter((each) => descriptor.test(baseName(each)))) {
    const found: Findings = { problems: [], losses: [] };
    const source = await readSource(folder, path, found);
    // These names are also those of other files.
    const isCommon = /\.json$|^metadata/.test(baseName(path));
    read.push({ path, source, ...(isCommon ? { problems: [], losses: [] } : found) });
  }
  const depth = ({ path }: Descriptor) => path.split('/').length;
  return read.sort((a, b) => depth(a) - depth(b));
}

/** The first document with members; others are a loss. */
async function readSource(folder: Folder, path: string, found: Findings): Promise<Source | null> {
  if (path.endsWith('.toml')) {
    const values = { value: 'TOML' };
    found.problems.push({ file: path, line: null, field: '', what: 'format.recognised', values });
    return null;
  }
  const documents = readYaml(path, await folder.read(path), found);
  if (!documents) return null;
  const mappings = documents.filter(({ tree }) => isMapping(tree));
  const source = mappings.find((each) => each.has('name')) ?? mappings[0];
  if (!source) {
    found.problems.push({ file: path, line: 1, field: '', what: 'field.type', values: { expected: 'mapping' } });
    return null;
  }
  if (documents.length > 1) found.losses.push(source.remark('', 'yaml.documents', { count: documents.length }));
  return source;
}

async function readEvent(
  folder: Folder,
  format: Format,
  files: readonly Descriptor[],
  found: Findings,
): Promise<ReadGame | null> {
  const path = folder.paths.find(
    (each) =>
      format === 'gzcli' && baseName(each) === '.gzevent' && !files.some(({ path }) => isBelow(folderOf(path), each)),
  );
  const source = path === undefined ? null : await readSource(folder, path, found);
  return source && readGzevent(new Reading(source, folder, found));
}

const times = ['startTime', 'endTime', 'writeup.deadline', 'vexil.freezeTime', 'vexil.writeupDeadline'];

function readGame(source: Source, found: Findings): ReadGame | null {
  for (const field of times) {
    const [first = '', second] = field.split('.');
    const outer = isMapping(source.tree) ? source.tree : {};
    const parent: Tree = second ? outer[first] : outer;
    const member = second ?? first;
    if (!isMapping(parent) || isEmpty(parent[member])) continue;
    const at = readTime(source, field, String(parent[member]), found);
    if (at !== null) parent[member] = at;
  }
  const game: ReadGame | null = readShape(source, gameFile, found)?.input ?? null;
  if (game) sources.set(game, source);
  return game;
}
/** Names and slugs of other challenges become keys; keys are unique. */
function connect(challenges: Read[], found: Findings): ReadChallenge[] {
  const keys = new Map<string, Read>();
  const titles = new Map<string, Read>();
  for (const each of challenges) {
    const { source, challenge } = each;
    const {
      key,
      challenge: { title },
    } = challenge;
    const other = keys.get(key);
    if (other) {
      const values = { value: key, other: other.source.file };
      found.problems.push(source.remark(source.line('vexil.key') === 1 ? '' : 'vexil.key', 'key.twice', values));
    } else keys.set(key, each);
    const same = titles.get(title);
    if (same) found.losses.push(source.remark('name', 'title.twice', { value: title, other: same.source.file }));
    else titles.set(title, each);
  }
  const keyOf = ({ source, challenge }: Read, name: string, field: string) => {
    const key = (titles.get(name) ?? keys.get(name))?.challenge.key;
    if (key === undefined) found.losses.push(source.remark(field, 'requires.unknown', { value: name }));
    return key === undefined || key === challenge.key ? [] : [key];
  };
  return challenges.map((each) => {
    const { requires, next } = each.challenge;
    const named = requires?.keys.flatMap((name) => keyOf(each, name, 'requirements')) ?? [];
    const connected: ReadChallenge = {
      ...each.challenge,
      requires: requires && named.length > 0 ? { ...requires, keys: [...new Set(named)] } : null,
      next: next === null ? null : (keyOf(each, next, 'next')[0] ?? null),
    };
    sources.set(connected, each.source);
    return connected;
  });
}
