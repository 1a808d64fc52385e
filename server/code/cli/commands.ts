import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Plan } from '@vexil/contract/plan';
import type { Format, ReadFolder, UsedFile } from '../model';
import { type HashedFile, planChallenges, planGame } from '../plan-body';
import { lineOf, readFolder } from '../readers/folder';
import { ApiError, applyPlan, createPlan, listChallenges, readSolver, runSolver, sendFile, type Target } from './api';
import { CliError, whenMissing } from './cli-error';
import { openDisk, type SourceFolder } from './disk-folder';
import { buildImages, findImages, type ImageRemark, showImages } from './images';
import { line, note, showPlan, showRemarks } from './show';
import { openZip } from './zip-folder';

export interface FolderOptions {
  target: Target;
  format?: Format;
  keep?: boolean;
  /** What is lost is an error. */
  strict?: boolean;
  json?: boolean;
}

export interface ApplyOptions extends FolderOptions {
  build?: boolean;
  allow: string[];
  reason?: string;
  mine: string[];
  theirs: string[];
}

const exit = { done: 0, failed: 1, differs: 2 } as const;
const run = promisify(execFile);

export async function openFolder(path: string): Promise<SourceFolder> {
  const found = await stat(path).catch(whenMissing);
  if (!found) throw new CliError(`${path}: there is no such folder.`);
  if (found.isDirectory()) return openDisk(path);
  return openZip(path, found.size);
}

/** The repository and commit of the folder, where git knows them. */
async function readSource(path: string): Promise<{ repository: string | null; commit: string | null }> {
  const git = async (...args: string[]) => {
    const result = await run('git', ['-C', path, ...args]).catch(() => undefined);
    return result?.stdout.trim() || null;
  };
  const address = await git('config', '--get', 'remote.origin.url');
  // Without a password that the address may hold.
  const repository = address?.replace(/^(\w+:\/\/)[^@/]*@/, '$1').slice(0, 255) ?? null;
  return { repository, commit: await git('rev-parse', 'HEAD') };
}

/** One is hashed while others are read. */
const hashedAtOnce = 3;

async function hashFiles(folder: SourceFolder, read: ReadFolder): Promise<Map<UsedFile, HashedFile>> {
  const files = read.challenges.flatMap((one) => one.files.filter(({ url }) => url === undefined));
  const sources = new Map(files.map((file) => [file.bytes ?? file.path, file]));
  const hashed = new Map<string | Uint8Array, HashedFile>();
  const waiting = sources.entries();
  const hashNext = async () => {
    for (const [source, file] of waiting) {
      const sizeBytes = file.bytes?.length ?? folder.sizeBytes(file.path);
      hashed.set(source, { sha256: await hashOf(folder, file), sizeBytes });
    }
  };
  await Promise.all(Array.from({ length: hashedAtOnce }, hashNext));
  return new Map(
    files.flatMap((file) => {
      const found = hashed.get(file.bytes ?? file.path);
      return found ? [[file, found] as const] : [];
    }),
  );
}

async function hashOf(folder: SourceFolder, { path, bytes }: UsedFile): Promise<string> {
  if (!bytes) return folder.hash(path);
  return createHash('sha256').update(bytes).digest('hex');
}

interface Problem {
  file: string;
  line: number | null;
  field: string;
  what: string;
  message: string;
}

interface Prepared {
  folder: SourceFolder;
  read: ReadFolder;
  hashes: Map<UsedFile, HashedFile>;
  plan: Plan;
  /** Those that no engine has, or not yet. */
  images: ImageRemark[];
  problems: Problem[];
}

/** As problems of the folder: those that the server finds are named by the file of their challenge. */
const problemsOf = (plan: Plan, read: ReadFolder): Problem[] =>
  plan.changes.flatMap(({ key, path, problem }) => {
    if (!problem) return [];
    const { field, code: what, message } = problem;
    const of = key === '' ? read.game : read.challenges.find((one) => one.key === key);
    return [{ file: path, line: lineOf(of, field), field, what, message }];
  });

/** undefined where the folder cannot be read, which is shown. */
async function prepare(
  path: string,
  { target, format, keep = false, strict = false, json = false }: FolderOptions,
  rebuilt: string[] = [],
): Promise<Prepared | undefined> {
  const folder = await openFolder(path);
  const read = await readFolder(folder, format);
  if (!json) showRemarks(read);
  if (read.problems.length > 0 || (strict && read.losses.length > 0)) {
    if (json) line(JSON.stringify({ changes: [], problems: read.problems, losses: read.losses }));
    return undefined;
  }
  const hashes = await hashFiles(folder, read);
  const source = await readSource(path);
  const plan = await createPlan(target, {
    game: planGame(read.game),
    challenges: planChallenges(read.challenges, hashes),
    keepOthers: keep,
    ...(rebuilt.length > 0 && { rebuilt }),
    ...source,
  });
  const images = await findImages(target, plan.id, { read, quiet: json });
  const missing = strict ? images.filter(({ state }) => state === 'failed') : [];
  const asProblems = missing.map(({ file, line: at, field, message }) => {
    return { file, line: at, field, what: 'image.missing', message };
  });
  const problems = [...problemsOf(plan, read), ...asProblems];
  return { folder, read, hashes, plan, images: images.filter((one) => !missing.includes(one)), problems };
}

function report({ plan, read, images, problems }: Prepared, json: boolean, refusals: Problem[] = []): void {
  const all = [...problems, ...refusals];
  if (json) {
    line(JSON.stringify({ ...plan, problems: all, losses: read.losses, images }));
    return;
  }
  showPlan(plan);
  showImages(images);
  for (const { file, line: at, field, message } of all) note(`error ${file}${at ? `:${at}` : ''} ${field}: ${message}`);
}

export async function planFolder(path: string, options: FolderOptions): Promise<number> {
  const prepared = await prepare(path, options);
  if (!prepared) return exit.failed;
  report(prepared, options.json === true);
  if (prepared.problems.length > 0) return exit.failed;
  return prepared.plan.changes.length === 0 ? exit.done : exit.differs;
}

async function sendFiles({ folder, hashes, plan }: Prepared, target: Target, quiet: boolean): Promise<void> {
  const missing = new Set(plan.missingFiles.map(({ sha256 }) => sha256));
  let sent = 0;
  for (const [file, { sha256, sizeBytes }] of hashes) {
    if (!missing.delete(sha256)) continue;
    const content = file.bytes ? new Blob([Buffer.from(file.bytes)]) : await folder.blob(file.path);
    await sendFile(target, plan.id, { sha256, name: file.name, content });
    sent += 1;
    if (!quiet) note(`sent ${sent} of ${plan.missingFiles.length}: ${file.path} (${sizeBytes} bytes)`);
  }
}

type Choices = NonNullable<Parameters<typeof applyPlan>[2]['choices']>;

/** A key that is named says more than `*`. */
function choicesOf({ changes }: Plan, { mine, theirs }: Pick<ApplyOptions, 'mine' | 'theirs'>): Choices {
  const twice = mine.find((key) => theirs.includes(key));
  if (twice !== undefined) throw new CliError(`--mine and --theirs both name ${twice}.`);
  const names = changes.map(({ key, path }) => key || path);
  const unknown = [...mine, ...theirs].find((key) => key !== '*' && !names.includes(key));
  if (unknown !== undefined)
    throw new CliError(`The plan changes no challenge ${unknown}, which --mine or --theirs names.`);
  return changes.flatMap(({ key, path }): Choices => {
    if (mine.includes(key || path)) return [{ key, take: 'Folder' }];
    if (theirs.includes(key || path)) return [{ key, take: 'Browser' }];
    if (mine.includes('*')) return [{ key, take: 'Folder' }];
    return theirs.includes('*') ? [{ key, take: 'Browser' }] : [];
  });
}

export async function applyFolder(path: string, options: ApplyOptions): Promise<number> {
  const { json = false } = options;
  const pushed = options.build ? await buildFolder(path, options) : [];
  const prepared = await prepare(path, options, pushed);
  if (!prepared) return exit.failed;
  const isRefused = prepared.problems.length > 0;
  if (!json || isRefused) report(prepared, json);
  if (isRefused) return exit.failed;
  const { plan } = prepared;
  try {
    if (plan.changes.length > 0) await applyNow(prepared, options);
  } catch (error) {
    // One document, also with what is refused at last.
    if (!json || !(error instanceof CliError)) throw error;
    const what = error instanceof ApiError ? (error.refusal.code ?? '') : '';
    report(prepared, json, [{ file: '', line: null, field: '', what, message: error.message }]);
    return exit.failed;
  }
  if (json) report(prepared, json);
  else if (plan.changes.length > 0) line('Applied.');
  return exit.done;
}

async function applyNow(prepared: Prepared, options: ApplyOptions): Promise<void> {
  const { plan } = prepared;
  const choices = choicesOf(plan, options);
  await sendFiles(prepared, options.target, options.json === true);
  const allow = options.allow as ('delete' | 'flags' | 'values' | 'game' | 'divisions')[];
  await applyPlan(options.target, plan.id, { allow, choices, reason: options.reason });
}

async function buildFolder(path: string, { format, json = false }: FolderOptions): Promise<string[]> {
  const { challenges, problems } = await readFolder(await openFolder(path), format);
  // What cannot be read is named by the plan.
  return problems.length > 0 ? [] : buildImages(path, challenges, json);
}

const pollMs = 2000;

/** The result of the check that was asked for here, as soon as there is one. */
async function checkOne(target: Target, challengeId: number): Promise<{ result: string; reason: string | null }> {
  const asked = await runSolver(target, challengeId);
  const id = asked.checks[0]?.id;
  for (;;) {
    const check = (await readSolver(target, challengeId)).checks.find((one) => one.id === id);
    if (!check) throw new CliError('The check is gone.');
    if (check.result !== 'running') return check;
    await sleep(pollMs);
  }
}

interface CheckResult {
  key: string;
  result: string;
  reason: string | null;
}

const missing = { result: 'missing', reason: 'The game has no such challenge. Apply the folder first.' };

const reasons: Record<string, string> = { failed: 'no flag in the output', timedOut: 'time limit reached' };

function showCheck({ key, result, reason: given }: CheckResult): void {
  const reason = given ?? reasons[result];
  line(`${result === 'passed' ? '✓' : '✗'} ${key}: ${result}${reason ? ` (${reason})` : ''}`);
}

export async function checkFolder(path: string, { target, format, json = false }: FolderOptions): Promise<number> {
  const read = await readFolder(await openFolder(path), format);
  if (!json) showRemarks({ problems: read.problems, losses: [] });
  if (read.problems.length > 0) return exit.failed;
  const stored = await listChallenges(target);
  const results: CheckResult[] = [];
  for (const { key, path: file, challenge } of read.challenges.filter((one) => one.challenge.vexil?.solver)) {
    const titled = stored.filter(({ title }) => title === challenge.title);
    const id = (titled.find(({ origin }) => origin?.path === file) ?? titled[0])?.id;
    const { result, reason } = id === undefined ? missing : await checkOne(target, id);
    results.push({ key, result, reason });
    if (!json) showCheck({ key, result, reason });
  }
  if (json) line(JSON.stringify({ checks: results, problems: read.problems }));
  else if (results.length === 0) line('No challenge of the folder has a solver.');
  return results.every(({ result }) => result === 'passed') ? exit.done : exit.failed;
}
