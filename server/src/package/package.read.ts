import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import {
  type PackageAttachment,
  PackageChallenge,
  PackageGame,
  PackageManifest,
  packageFormat,
} from '@vexil/contract/package';
import { packageLimits } from '@vexil/contract/package.limits';
import type { FieldProblem } from '@vexil/contract/texts';
import { templateRefusal } from '@vexil/rules/flag-template.rules';
import type { z } from 'zod';
import { describeIssue } from '../field-text';
import { fieldText } from '../i18n';
import { findText } from '../lenient';
import type { Archive } from './package.archive';

/** A file that a package uses: the name it is stored under when it is new here. */
export interface PackageFile {
  hash: string;
  name: string;
  isPoster: boolean;
}

/** A whole package but for the content of its files; every rule about it holds. */
export interface GamePackage {
  game: PackageGame;
  /** In the order of their ids. */
  challenges: PackageChallenge[];
  /** By hash, in lower case: each is in the archive. */
  used: Map<string, PackageFile>;
  /** Paths in the archive of all files, used or not, by hash. */
  paths: Map<string, string>;
}

const detailsMax = 50;
const halfOrNul = /[\p{Surrogate}\0]/u;

interface Complaint {
  field: string;
  reason: string;
}

function invalid(file: string, complaints: Complaint[], cause?: unknown): DomainError {
  const { field = '', reason = '' } = complaints[0] ?? {};
  const details = complaints.map((each) => ({ path: `${file}:${each.field}`, message: each.reason }));
  return new DomainError('package.invalid', {
    params: { place: field === '' ? file : `${file}: ${field}`, reason },
    details,
    cause,
  });
}

/** One file's complaint about one field, in the caller's language. */
const complain = (language: Language, file: string, field: string, problem: FieldProblem, cause?: unknown) =>
  invalid(file, [{ field, reason: fieldText(problem, language) }], cause);

interface Reader {
  archive: Archive;
  language: Language;
  /** Bytes of text read so far. */
  textBytes: number;
}

async function readJson<S extends z.ZodType>(reader: Reader, file: string, schema: S): Promise<z.output<S>> {
  const { archive, language } = reader;
  const bytes = await archive.readText(file);
  reader.textBytes += bytes.length;
  if (reader.textBytes > packageLimits.jsonTotalBytesMax) {
    throw new DomainError('package.unpacksTooLarge', { field: 'file', params: { file } });
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw complain(language, file, '', 'field.json', cause);
  }
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) {
    const issues = result.error.issues.slice(0, detailsMax);
    const complaints = issues.map((issue) => ({ field: issue.path.join('.'), reason: describeIssue(issue, language) }));
    throw invalid(file, complaints);
  }
  const path = findText(result.data, (text) => halfOrNul.test(text));
  if (path) throw complain(language, file, path.join('.').replace(/[\p{Surrogate}\0]/gu, ''), 'field.unstorable');
  return result.data;
}

const hashOf = (path: string) => path.slice('files/'.length).toLowerCase();

/** Everything directly in the folder has to be named by a hash, used or not. */
function listFiles({ paths }: Archive): Map<string, string> {
  const files = new Map<string, string>();
  for (const path of paths.filter((each) => /^files\/[^/]+$/.test(each))) {
    const hash = hashOf(path);
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      throw new DomainError('package.hashWrong', { field: 'file', params: { file: path } });
    }
    if (files.has(hash)) throw new DomainError('package.entryTwice', { field: 'file', params: { file: path } });
    files.set(hash, path);
  }
  return files;
}

function checkDivisions({ language }: Reader, game: PackageGame): void {
  game.divisions.forEach(({ challengeConfig }, index) => {
    const ids = new Set<number>();
    const twice = challengeConfig.findIndex(({ challengeId }) => ids.size === ids.add(challengeId).size);
    if (twice < 0) return;
    const field = `divisions.${index}.challengeConfig.${twice}.challengeId`;
    throw complain(language, 'game.json', field, 'field.twice');
  });
}

async function readChallenges(reader: Reader): Promise<[file: string, PackageChallenge][]> {
  const { archive, language } = reader;
  if (!archive.hasFolder('challenges')) {
    throw new DomainError('package.fileMissing', { field: 'file', params: { file: 'challenges/' } });
  }
  const files = archive.paths.filter((path) => /^challenges\/challenge-[^/]*\.json$/.test(path)).sort();
  const read: [string, PackageChallenge][] = [];
  const ids = new Set<number>();
  for (const file of files) {
    const challenge = await readJson(reader, file, PackageChallenge);
    // Divisions name challenges by id; those without one have 0 and cannot be named.
    if (challenge.id !== 0 && ids.has(challenge.id)) throw complain(language, file, 'id', 'field.twice');
    ids.add(challenge.id);
    if (challenge.type === 'DynamicContainer' && challenge.flags.template?.trim()) {
      // A weak template is let in, as other platforms do; one whose flags fit nowhere would fail at the first team.
      const refusal = templateRefusal(challenge.flags.template);
      if (refusal === 'flagTooLong') throw complain(language, file, 'flags.template', 'field.flagTooLong');
    }
    read.push([file, challenge]);
  }
  return read.sort(([, a], [, b]) => a.id - b.id);
}

function* attachmentsOf(challenge: PackageChallenge): Generator<[field: string, PackageAttachment | null]> {
  yield ['attachment', challenge.attachment];
  for (const [index, flag] of (challenge.flags.static ?? []).entries()) {
    yield [`flags.static.${index}.attachment`, flag.attachment];
  }
}

/** Throws `package.fileMissing`, naming the field that asks for the file. */
function listUsed(paths: Map<string, string>, game: PackageGame, challenges: [string, PackageChallenge][]) {
  const used = new Map<string, PackageFile>();
  const use = (place: string, hash: string, name: string, isPoster = false) => {
    const lower = hash.toLowerCase();
    if (!paths.has(lower)) {
      const file = `files/${lower}`;
      throw new DomainError('package.fileMissing', { params: { file }, details: [{ path: place, message: '' }] });
    }
    if (!used.has(lower)) used.set(lower, { hash: lower, name, isPoster });
  };
  if (game.posterHash) use('game.json:posterHash', game.posterHash, 'poster', true);
  for (const [file, challenge] of challenges) {
    for (const [field, attachment] of attachmentsOf(challenge)) {
      if (attachment?.type !== 'Local' || !attachment.hash) continue;
      use(`${file}:${field}.hash`, attachment.hash, attachment.fileName ?? 'attachment');
    }
  }
  return used;
}

/** Reads and checks everything in a package but the content of its files. Throws what is wrong with it. */
export async function readPackage(archive: Archive, language: Language): Promise<GamePackage> {
  const reader: Reader = { archive, language, textBytes: 0 };
  const { format } = await readJson(reader, 'manifest.json', PackageManifest);
  if (format !== packageFormat) {
    throw new DomainError('package.formatUnknown', { field: 'file', params: { format: format.slice(0, 64) } });
  }
  const game = await readJson(reader, 'game.json', PackageGame);
  checkDivisions(reader, game);
  const challenges = await readChallenges(reader);
  const paths = listFiles(archive);
  const used = listUsed(paths, game, challenges);
  return { game, challenges: challenges.map(([, challenge]) => challenge), used, paths };
}
