import { createHash } from 'node:crypto';
import { customCategoriesMax } from '@vexil/contract/category.limits';
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
import { describeIssue } from '@vexil/http/call/field-text';
import { findText } from '@vexil/http/call/lenient';
import { fieldText } from '@vexil/http/reply/i18n';
import { isPlace } from '@vexil/rules/asset.rules';
import { mergeCategories, namedCategories } from '@vexil/rules/category.rules';
import { templateRefusal } from '@vexil/rules/flag-template.rules';
import { findRefused } from '@vexil/rules/requires.rules';
import type { z } from 'zod';
import type { Archive } from './package.archive';

export interface PackageFile {
  hash: string;
  name: string;
  isPoster: boolean;
}

export interface GamePackage {
  game: PackageGame;
  challenges: PackageChallenge[];
  used: Map<string, PackageFile>;
  paths: Map<string, string>;
}

const detailsMax = 50;
/** Lone surrogates and NUL, which PostgreSQL does not store. */
export const unstorable = /[\p{Surrogate}\0]/u;

interface FieldError {
  field: string;
  reason: string;
}

function invalid(file: string, errors: FieldError[], cause?: unknown): DomainError {
  const { field = '', reason = '' } = errors[0] ?? {};
  const details = errors.map((each) => ({ path: `${file}:${each.field}`, message: each.reason }));
  return new DomainError('package.invalid', {
    params: { place: field === '' ? file : `${file}: ${field}`, reason },
    details,
    cause,
  });
}

const invalidField = (language: Language, file: string, field: string, problem: FieldProblem, cause?: unknown) =>
  invalid(file, [{ field, reason: fieldText(problem, language) }], cause);

interface Reader {
  archive: Archive;
  language: Language;
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
    throw invalidField(language, file, '', 'field.json', cause);
  }
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) {
    const issues = result.error.issues.slice(0, detailsMax);
    const errors = issues.map((issue) => ({ field: issue.path.join('.'), reason: describeIssue(issue, language) }));
    throw invalid(file, errors);
  }
  const path = findText(result.data, (text) => unstorable.test(text));
  if (path) throw invalidField(language, file, path.join('.').replace(/[\p{Surrogate}\0]/gu, ''), 'field.unstorable');
  return result.data;
}

const hashOf = (path: string) => path.slice('files/'.length).toLowerCase();

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
    throw invalidField(language, 'game.json', field, 'field.twice');
  });
}

/** With those that only challenges name. */
export const categoriesOf = ({ vexil }: PackageGame, challenges: readonly PackageChallenge[]) =>
  mergeCategories([], vexil?.customCategories ?? [], namedCategories(challenges));

export const templateOf = ({ flags, vexil }: PackageChallenge): string | null => vexil?.flagTemplate ?? flags.template;

/** Objects of a bucket that this platform does not know, without their bytes. */
function checkPlaces({ language }: Reader, read: readonly [file: string, PackageChallenge][]): void {
  for (const [file, challenge] of read)
    for (const [field, attachment] of attachmentPlaces(challenge))
      if (attachment?.type === 'Remote' && isPlace(attachment.remoteUrl?.trim() ?? ''))
        throw invalidField(language, file, `${field}.remoteUrl`, 'field.url');
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
    // Divisions refer to challenges by id; 0 is no id.
    if (challenge.id !== 0 && ids.has(challenge.id)) throw invalidField(language, file, 'id', 'field.twice');
    ids.add(challenge.id);
    const template = templateOf(challenge);
    if (challenge.type === 'DynamicContainer' && template?.trim()) {
      // A weak template is accepted, as other platforms do; one with too long flags would fail for the first team.
      const refusal = templateRefusal(template);
      if (refusal === 'flagTooLong') throw invalidField(language, file, 'flags.template', 'field.flagTooLong');
    }
    read.push([file, challenge]);
  }
  checkLinks(reader, read);
  return read.sort(([, a], [, b]) => a.id - b.id);
}

function checkLinks({ language }: Reader, read: readonly [file: string, PackageChallenge][]): void {
  const challenges = read.map(([, { id, vexil }]) => ({ id, requires: vexil?.requires ?? null }));
  for (const [file, { id, vexil }] of read) {
    const refused = vexil?.requires && findRefused(challenges, id, vexil.requires);
    if (refused) throw invalidField(language, file, `vexil.requires.challengeIds.${refused.index}`, 'field.value');
    const hasNext = vexil?.next === undefined || challenges.some((one) => one.id === vexil.next && one.id !== id);
    if (!hasNext) throw invalidField(language, file, 'vexil.next', 'field.value');
  }
}

interface Attached {
  attachment: PackageAttachment | null;
  vexil?: { attachments?: PackageAttachment[] | undefined } | undefined;
}

export const attachmentsOf = ({ attachment, vexil }: Attached): PackageAttachment[] =>
  [attachment, ...(vexil?.attachments ?? [])].filter((one) => one !== null);

function* placesOf({ attachment, vexil }: Attached, path: string): Generator<[string, PackageAttachment | null]> {
  yield [`${path}attachment`, attachment];
  for (const [index, one] of (vexil?.attachments ?? []).entries()) yield [`${path}vexil.attachments.${index}`, one];
}

function* attachmentPlaces(challenge: PackageChallenge) {
  yield* placesOf(challenge, '');
  for (const [index, flag] of (challenge.flags.static ?? []).entries()) yield* placesOf(flag, `flags.static.${index}.`);
}

/** Of no bytes. */
const emptyHash = createHash('sha256').digest('hex');

function listUsed(paths: Map<string, string>, game: PackageGame, challenges: [string, PackageChallenge][]) {
  const used = new Map<string, PackageFile>();
  const use = (path: string, hash: string, name: string, isPoster = false) => {
    const lower = hash.toLowerCase();
    if (!paths.has(lower)) {
      const file = `files/${lower}`;
      throw new DomainError('package.fileMissing', { params: { file }, details: [{ path, message: '' }] });
    }
    if (isPoster && lower === emptyHash) throw new DomainError('asset.empty', { details: [{ path, message: '' }] });
    if (!used.has(lower)) used.set(lower, { hash: lower, name, isPoster });
  };
  if (game.posterHash) use('game.json:posterHash', game.posterHash, 'poster', true);
  for (const [file, challenge] of challenges) {
    for (const [field, attachment] of attachmentPlaces(challenge)) {
      if (attachment?.type !== 'Local' || !attachment.hash) continue;
      use(`${file}:${field}.hash`, attachment.hash, attachment.fileName ?? 'attachment');
    }
  }
  return used;
}

export async function readPackage(archive: Archive, language: Language): Promise<GamePackage> {
  const reader: Reader = { archive, language, textBytes: 0 };
  const { format } = await readJson(reader, 'manifest.json', PackageManifest);
  if (format !== packageFormat) {
    throw new DomainError('package.formatUnknown', { field: 'file', params: { format: format.slice(0, 64) } });
  }
  const game = await readJson(reader, 'game.json', PackageGame);
  checkDivisions(reader, game);
  const challenges = await readChallenges(reader);
  if (
    categoriesOf(
      game,
      challenges.map(([, one]) => one),
    ).length > customCategoriesMax
  ) {
    const reason = fieldText('field.tooMany', language, { limit: customCategoriesMax });
    throw invalid('game.json', [{ field: 'vexil.customCategories', reason }]);
  }
  checkPlaces(reader, challenges);
  const paths = listFiles(archive);
  const used = listUsed(paths, game, challenges);
  return { game, challenges: challenges.map(([, challenge]) => challenge), used, paths };
}
