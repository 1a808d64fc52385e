// Finds the descriptors of a folder and what format they are in.

import { gameFile } from '../challenge-file';
import type { Folder, Format, ReadChallenge, ReadFolder, ReadGame } from '../model';
import { readChallengeFile } from './challenge-yml';
import { baseName } from './paths';
import { type Findings, isEmpty, isMapping, readBoth, type Source, type Tree } from './source';
import { readTime } from './time';
import { readYaml } from './yaml';

interface Read {
  source: Source;
  challenge: ReadChallenge;
}

const descriptor = /^challenge\.ya?ml$/;

export async function readFolder(folder: Folder, format?: Format): Promise<ReadFolder> {
  const found: Findings = { problems: [], losses: [] };
  const sources = await readSources(folder, found);
  const gameSource = (await readSource(folder, 'game.yml', found)) ?? null;
  const isOurs = gameSource !== null || sources.some((source) => source.has('vexil'));
  const chosen = format ?? (isOurs ? 'vexil' : 'ctfcli');
  const challenges: Read[] = [];
  for (const source of sources) {
    const before = found.problems.length;
    const challenge = await readChallengeFile(source, folder, found);
    if (challenge && found.problems.length === before) challenges.push({ source, challenge });
  }
  if (sources.length === 0 && found.problems.length === 0) {
    found.problems.push({ file: '', line: null, field: '', what: 'format.unknown' });
  }
  const game = gameSource && readGame(gameSource, found);
  return { format: chosen, game, challenges: connect(challenges, found), ...found };
}

async function readSources(folder: Folder, found: Findings): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of folder.paths.filter((each) => descriptor.test(baseName(each)))) {
    const source = await readSource(folder, path, found);
    if (source) sources.push(source);
  }
  return sources;
}

/** The first document with members; others are a loss. */
async function readSource(folder: Folder, path: string, found: Findings): Promise<Source | null> {
  if (!folder.paths.includes(path)) return null;
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
  return readBoth(source, gameFile, found)?.input ?? null;
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
    return {
      ...each.challenge,
      requires: requires && named.length > 0 ? { ...requires, keys: [...new Set(named)] } : null,
      next: next === null ? null : (keyOf(each, next, 'next')[0] ?? null),
    };
  });
}
