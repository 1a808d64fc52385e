import { isDeepStrictEqual } from 'node:util';
import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import type { PackageAttachment } from '@vexil/contract/package';
import type { Allowance, Plan, PlanApplyBody, PlanChange } from '@vexil/contract/plan';
import type { Tx } from '@vexil/db';
import type { ChallengeSource } from '@vexil/db/enums/challenge';
import type { GamePhase } from '@vexil/db/enums/game';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Sealing } from '@vexil/db/sealing';
import { findText } from '@vexil/http/call/lenient';
import type { Deps } from '@vexil/http/deps';
import { createLimiter } from '@vexil/http/guard/concurrency';
import { errorText } from '@vexil/http/reply/i18n';
import { mergeCategories, namedCategories, numberCategories } from '@vexil/rules/category.rules';
import { gameNow } from '@vexil/rules/pause.rules';
import { clockOf, gamePhase } from '@vexil/rules/phase.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { linkPlace } from '../challenge/attachment.service';
import { lockRequirements } from '../challenge/challenge.edit.service';
import { getContainerCeilings } from '../config/config.service';
import { needsForce } from '../division/division.service';
import { lockGame } from '../game/game.service';
import { viewGameInfo } from '../game/game.view';
import { listStaff } from '../game/staff.service';
import { attachmentsOf, unstorable } from '../package/package.read';
import { type GameFacts, readGameFacts } from '../package/package.store';
import { applyLinks, applyStep, type Body, type Entry, hasLinks, type Run, type Step } from './plan.apply';
import {
  compareGame,
  describeFields,
  digestOf,
  hashMembers,
  type KeyOf,
  type Members,
  neededFor,
  readFile,
  readStored,
  readWanted,
} from './plan.compare';
import { imagesIn, requestPlanImages } from './plan.images';
import { listShifts, listStoredHashes, setGameSource, setSource } from './plan.queries';
import { getPlan, type StoredPlan, savePlan } from './plan.state';
import { movedTimes, notedTimes } from './plan.times';

type Choices = z.output<typeof PlanApplyBody>;

/** A plan holds a connection of the database as long as it changes challenges. */
const limit = createLimiter(2, 100);

interface Comparison {
  digest: string;
  game: GameRow;
  facts: GameFacts;
  steps: Step[];
  unchanged: { entry: Entry; row: ChallengeRow; wanted: Members }[];
  /** Of the settings that the folder has. */
  hashes: Record<string, string> | null;
}

const noChange = (): Pick<PlanChange, 'path' | 'challengeId' | 'fields' | 'needs' | 'problem'> => ({
  path: '',
  challengeId: null,
  fields: [],
  needs: [],
  problem: null,
});

/** By its key; one that was made in a browser by its title, where it is the only one. */
function findRow(rows: readonly ChallengeRow[], { key, challenge }: Entry): ChallengeRow | null {
  const known = rows.find(({ sourceKey }) => sourceKey === key);
  if (known) return known;
  const titled = rows.filter(({ sourceKey, title }) => sourceKey === null && title === challenge.title);
  return titled.length === 1 ? (titled[0] ?? null) : null;
}

/** undefined where the game has the challenge as the folder says. */
function changeOf(
  { entry, row, wanted, facts }: { entry: Entry; row: ChallengeRow | null; wanted: Members; facts: GameFacts },
  known: { sealing: Sealing; phase: GamePhase; keyOf: KeyOf },
): PlanChange | undefined {
  const { key, path, challenge } = entry;
  const { sealing, phase } = known;
  const same = { ...noChange(), key, path, title: challenge.title };
  if (!row) return { ...same, kind: 'Add' };
  const isPlayed = phase === 'Running' && row.isEnabled;
  const challengeId = row.id;
  if (row.type !== challenge.type) return { ...same, challengeId, kind: 'Replace', needs: ['delete'] };
  const stored = readStored(facts, row, known);
  const fields = describeFields({ row, wanted, stored, hasStarted: phase !== 'Upcoming', sealing });
  if (fields.length === 0) return undefined;
  return { ...same, challengeId, kind: 'Change', fields, needs: isPlayed ? neededFor(fields, wanted) : [] };
}

/** Locks the game against other plans, so that what is compared is what is changed. */
async function compare({ deps, work, body, at }: Run, gameId: number): Promise<Comparison> {
  const game = await lockGame(work.tx, gameId, 'no key update');
  await lockRequirements(work.tx, gameId);
  const facts = await readGameFacts(work.tx, gameId);
  if (!facts) throw new DomainError('game.notFound');
  const phase = gamePhase(clockOf(game), at.getTime());
  const used = new Map<number, string>();
  const pairs = body.challenges.map((entry) => {
    const found = findRow(facts.challenges, entry);
    const row = found && !used.has(found.id) ? found : null;
    if (row) used.set(row.id, entry.key);
    return { entry, row };
  });
  const keyOf = (id: number) => used.get(id) ?? facts.challenges.find((row) => row.id === id)?.sourceKey ?? `#${id}`;
  const wantedGame = withCategories(game, body);
  const categories = numberCategories(game.customCategories, wantedGame?.customCategories ?? game.customCategories);
  const inFolder = new Map(body.challenges.map(({ key, challenge }) => [challenge.id, key]));
  const steps: Step[] = [];
  const shifts = await listShifts(work.tx, gameId);
  const now = gameNow(game, at);
  const unchanged: Comparison['unchanged'] = [];
  for (const { entry, row } of pairs) {
    const challenge = movedTimes(entry.challenge, row?.source ?? null, shifts);
    const wanted = readWanted(deps, challenge, { keyOf: (id) => inFolder.get(id) ?? `#${id}`, now, categories });
    const change = changeOf({ entry, row, wanted, facts }, { sealing: deps.sealing, phase, keyOf });
    if (change) steps.push({ entry, row, wanted, change });
    else if (row) unchanged.push({ entry, row, wanted });
  }
  const left = body.keepOthers ? [] : facts.challenges.filter((row) => row.sourceKey !== null && !used.has(row.id));
  const said = wantedGame ? movedTimes(wantedGame, game.source, shifts) : null;
  const known = { sealing: deps.sealing, keyOf };
  const hasStarted = phase !== 'Upcoming';
  const { ofGame, hashes } = await compareSettings(
    work.tx,
    { game, at, hasStarted, facts, sealing: deps.sealing },
    said,
  );
  const all = [...ofGame, ...steps, ...left.map(removalOf)];
  const stored = all.map(({ row, game: own }) =>
    row ? readStored(facts, row, known) : own ? viewGameInfo(game) : null,
  );
  const digest = digestOf(
    all.map(({ change }) => change),
    stored,
  );
  return { game, facts, steps: all, unchanged, digest, hashes };
}

/** What the folder says of the game itself, as one step where something of it differs. */
async function compareSettings(
  tx: Tx,
  {
    game,
    at,
    hasStarted,
    ...known
  }: Pick<Comparison, 'game' | 'facts'> & {
    at: Date;
    hasStarted: boolean;
    sealing: Sealing;
  },
  said: Body['game'] | null,
): Promise<{ ofGame: Step[]; hashes: Comparison['hashes'] }> {
  if (!said) return { ofGame: [], hashes: null };
  const staff = said.staff ? await listStaff(tx, game.id) : [];
  const compared = compareGame(game, said, { ...known, staff, hasStarted });
  const needs: Allowance[] = hasStarted ? ['game'] : [];
  if (await needsForce(tx, { game, at }, compared.changeOf(false).divisions)) needs.push('divisions');
  return { ofGame: compared.fields.length > 0 ? [gameStep(game, compared, needs)] : [], hashes: compared.hashes };
}

/** Categories that a challenge names become the game's own; those that no folder has stay. */
function withCategories({ customCategories: stored }: GameRow, { game, challenges }: Body): Body['game'] {
  const named = namedCategories(challenges.map(({ challenge }) => challenge));
  const customCategories = mergeCategories(stored, game?.customCategories ?? [], named);
  if (!isDeepStrictEqual(customCategories, stored)) return { ...game, customCategories };
  if (!game) return game;
  const { customCategories: _, ...rest } = game;
  return rest;
}

function gameStep(game: GameRow, compared: ReturnType<typeof compareGame>, needs: Allowance[]): Step {
  const change: PlanChange = {
    ...noChange(),
    key: '',
    path: 'game.yml',
    title: game.title,
    kind: 'Change',
    fields: compared.fields,
    needs,
  };
  return { entry: null, row: null, wanted: null, change, game: compared };
}

function removalOf(row: ChallengeRow): Step {
  const change = { ...noChange(), key: row.sourceKey ?? '', title: row.title, challengeId: row.id };
  return { entry: null, row, wanted: null, change: { ...change, kind: 'Remove', needs: ['delete'] } };
}

/** The times of the game decide on notices; deleted titles and flags are free again for what comes after. */
const inOrder = (steps: readonly Step[]) => {
  const rank = ({ game, change }: Step) => (game ? 0 : change.kind === 'Remove' ? 1 : 2);
  return steps.toSorted((a, b) => rank(a) - rank(b));
};

const attachedIn = ({ challenges }: Body) =>
  challenges.flatMap(({ challenge }) => [challenge, ...(challenge.flags.static ?? [])].flatMap(attachmentsOf));

/** Objects in S3 are compared by their content. What is refused stays, and is the problem of its change. */
async function linkFiles(deps: Deps, gameId: number, body: Body): Promise<void> {
  for (const file of attachedIn(body)) {
    const found = file.type === 'Remote' && (await linkPlace(deps, gameId, file.remoteUrl ?? '', file.fileName));
    if (!found) continue;
    const { hash, name, sizeBytes } = found;
    Object.assign(file, { type: 'Local', hash, fileName: name, fileSize: sizeBytes, remoteUrl: null });
  }
}

const filesOf = (body: Body): Map<string, PackageAttachment> =>
  new Map(
    attachedIn(body).flatMap((file) =>
      file.type === 'Local' && file.hash ? [[file.hash.toLowerCase(), file] as const] : [],
    ),
  );

async function listMissing(tx: Tx, body: Body): Promise<Plan['missingFiles']> {
  const files = filesOf(body);
  const stored = await listStoredHashes(tx, [...files.keys()]);
  return [...files]
    .filter(([sha256]) => !stored.has(sha256))
    .map(([sha256, { fileName, fileSize }]) => ({ sha256, name: fileName ?? '', sizeBytes: fileSize ?? 0 }));
}

/** Ends a trial: nothing of it is stored. */
class Undone extends Error {}

async function undone<T>(deps: Deps, work: (work: Work) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await inTransaction(deps, async (inner) => {
    result = { value: await work(inner) };
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return (result as { value: T }).value;
}

const withoutMissing = (wanted: Members | null, missing: ReadonlySet<string>): Members | null => {
  const known = (files: string[]) => files.filter((file) => !missing.has(readFile(file)[1]));
  return (
    wanted && {
      ...wanted,
      attachments: known(wanted.attachments),
      flags: wanted.flags.map((flag) => ({ ...flag, attachments: known(flag.attachments) })),
    }
  );
};

/** Applies every change and takes it back, so that what would be refused is said in the plan. */
async function tryPlan(deps: Deps, { by, gameId, at, language, setsStaff }: PlanCall, body: Body) {
  const ceilings = await getContainerCeilings(deps);
  return undone(deps, async (work) => {
    // Undone, so what the plan needs is not its problem.
    const run = { deps, work, by, at, body, setsStaff, forced: { force: true, reason: 'plan' } };
    const { game, facts, steps, unchanged, digest } = await compare(run, gameId);
    const missingFiles = await listMissing(work.tx, body);
    const missing = new Set(missingFiles.map(({ sha256 }) => sha256));
    const applied = { game, facts, ceilings, kept: new Set<string>() };
    const ids = idsOf(unchanged);
    // A refusal of the database ends its part of the transaction alone.
    const attempt = async (step: Step, act: (run: Run) => Promise<unknown>) => {
      try {
        await work.tx.transaction((tx) => act({ ...run, work: { ...work, tx } }));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        step.change.problem ??= problemOf(error, language);
      }
    };
    for (const step of inOrder(steps)) {
      const wanted = withoutMissing(step.wanted, missing);
      await attempt(step, async (inner) => {
        const id = await applyStep(inner, applied, { ...step, wanted });
        if (id !== undefined) ids.set(step.change.key, id);
      });
    }
    for (const step of steps)
      if (!step.change.problem && hasLinks(step)) await attempt(step, (inner) => applyLinks(inner, applied, step, ids));
    const tried = { changes: steps.map(({ change }) => change), unchanged: unchanged.length, missingFiles };
    const images = [...unchanged, ...steps.filter(({ change }) => !change.problem)].flatMap((one) =>
      imagesIn(one, body),
    );
    return { tried, digest, images };
  });
}

const idsOf = (unchanged: Comparison['unchanged']) => new Map(unchanged.map(({ entry, row }) => [entry.key, row.id]));

function problemOf({ code, options }: { code: ErrorCode; options: DomainError['options'] }, language: Language) {
  const field = options.field ?? options.details?.[0]?.path ?? '';
  return { code, field, message: errorText(code, language, options.params) };
}

interface PlanCall {
  by: Author;
  gameId: number;
  at: Date;
  language: Language;
  setsStaff: boolean;
}

const viewPlan = (
  { id, createdAt }: Pick<StoredPlan, 'id' | 'createdAt'>,
  tried: Omit<Plan, 'id' | 'createdAt'>,
): Plan => ({
  id,
  createdAt,
  ...tried,
});

export async function createPlan(deps: Deps, call: PlanCall, body: Body): Promise<Plan> {
  const path = findText(body, (text) => unstorable.test(text));
  if (path) throw new DomainError('request.invalid', { field: path.join('.') });
  await linkFiles(deps, call.gameId, body);
  const { tried, digest, images } = await limit(() => tryPlan(deps, call, body));
  const plan = { id: deps.random.uuid(), createdAt: call.at.getTime() };
  await savePlan(deps, call.gameId, call.by.accountId, { ...plan, digest, body, images });
  await requestPlanImages(deps, images, call.at);
  return viewPlan(plan, tried);
}

/** Throws `plan.notFound`. */
export async function readPlan(deps: Deps, call: PlanCall, planId: string): Promise<Plan> {
  const plan = await getPlan(deps, call.gameId, planId);
  return viewPlan(plan, (await limit(() => tryPlan(deps, call, plan.body))).tried);
}

/** The file of a plan with this hash. Throws `plan.notFound` and `plan.fileUnknown`. */
export async function findPlannedFile(deps: Deps, call: PlanCall, { planId, hash }: { planId: string; hash: string }) {
  const { body } = await getPlan(deps, call.gameId, planId);
  const file = filesOf(body).get(hash);
  if (!file) throw new DomainError('plan.fileUnknown', { field: 'hash' });
  return file;
}

function requireAllowed(steps: readonly Step[], { allow, choices, reason }: Choices): void {
  const needs = steps.flatMap(({ change }) => change.needs);
  const missing = new Set(needs.filter((need) => !allow.includes(need)));
  if (missing.size > 0)
    throw new DomainError('plan.notAllowed', { field: 'allow', params: { names: [...missing].join(', ') } });
  if (needs.includes('divisions') && !reason) throw new DomainError('division.reasonMissing', { field: 'reason' });
  const chosen = new Set(choices.map(({ key }) => key));
  const open = steps.filter(
    ({ change }) => !chosen.has(change.key) && change.fields.some(({ changedIn }) => changedIn !== 'Folder'),
  );
  if (open.length === 0) return;
  const names = open.map(({ change }) => change.key || change.path);
  throw new DomainError('plan.undecided', { field: 'choices', params: { names: names.slice(0, 5).join(', ') } });
}

const sourceOf = ({ body, at }: Run) => ({
  repository: body.repository ?? null,
  commit: body.commit ?? null,
  at: at.getTime(),
});

async function noteSource(
  run: Run,
  challengeId: number,
  { entry, wanted, row }: { entry: Entry; wanted: Members; row: ChallengeRow | null },
): Promise<void> {
  const { deps, work, at } = run;
  const source: ChallengeSource = {
    ...sourceOf(run),
    path: entry.path,
    fields: hashMembers(wanted, challengeId, deps.sealing),
    times: notedTimes(entry.challenge, row?.source ?? null, at.getTime()),
  };
  await setSource(work.tx, challengeId, { sourceKey: entry.key, source });
}

async function noteGameSource(run: Run, game: GameRow, fields: Comparison['hashes']): Promise<void> {
  if (!fields || !run.body.game) return;
  const times = notedTimes(run.body.game, game.source, run.at.getTime());
  await setGameSource(run.work.tx, game.id, { ...sourceOf(run), fields, times });
}

/** All of the plan or nothing. */
export const applyPlan = (...order: Parameters<typeof applyNow>) => limit(() => applyNow(...order));

async function applyNow(deps: Deps, call: PlanCall, planId: string, choices: Choices): Promise<Pick<Plan, 'changes'>> {
  const { by, gameId, at, language, setsStaff } = call;
  const { body, digest } = await getPlan(deps, gameId, planId);
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async (work) => {
    const forced = { force: choices.allow.includes('divisions'), reason: choices.reason };
    const run = { deps, work, by, at, body, setsStaff, forced };
    const { game, facts, steps, unchanged, digest: now, hashes } = await compare(run, gameId);
    if (now !== digest) throw new DomainError('plan.outdated');
    if ((await listMissing(work.tx, body)).length > 0) throw new DomainError('plan.filesMissing');
    requireAllowed(steps, choices);
    const kept = new Set(choices.choices.filter(({ take }) => take === 'Browser').map(({ key }) => key));
    const applied = { game, facts, ceilings, kept };
    const ids = idsOf(unchanged);
    const attempt = async <T>({ change }: Step, act: Promise<T>) =>
      act.catch((error: unknown) => {
        throw error instanceof DomainError ? notPossible(error, change.key || change.path, language) : error;
      });
    for (const step of inOrder(steps)) {
      const { change, entry, wanted, row } = step;
      const id = await attempt(step, applyStep(run, applied, step));
      if (id === undefined || !entry || !wanted) continue;
      change.challengeId = id;
      ids.set(change.key, id);
      await noteSource(run, id, { entry, wanted, row });
    }
    for (const step of steps) await attempt(step, applyLinks(run, applied, step, ids));
    for (const one of unchanged) await noteSource(run, one.row.id, one);
    await noteGameSource(run, game, hashes);
    const after = {
      added: steps.filter(({ change }) => change.kind === 'Add').length,
      changes: steps.length,
      commit: body.commit ?? null,
    };
    await audit(work.tx, { by, gameId, action: 'game.applyPlan', target: `game:${gameId}`, after });
    return { changes: steps.map(({ change }) => change) };
  });
}

function notPossible(error: DomainError, key: string, language: Language): DomainError {
  const { field, message } = problemOf(error, language);
  return new DomainError('plan.notPossible', {
    params: { key, reason: message },
    details: [{ path: field === '' ? key : `${key}: ${field}`, message }],
    cause: error,
  });
}
