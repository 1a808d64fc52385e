import { DomainError } from '@vexil/contract/errors';
import type { PlanBody, PlanChange } from '@vexil/contract/plan';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import type { Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import type { Author } from '../audit/audit.service';
import type { ChallengeUpdate } from '../challenge/challenge.edit.checks';
import {
  changeChallengeIn,
  createChallengeIn,
  deleteChallengeIn,
  lockChallenge,
  setAttachmentsIn,
} from '../challenge/challenge.edit.service';
import { setSolverIn } from '../challenge/challenge.solver.service';
import type { getContainerCeilings } from '../config/config.service';
import { type Forced, putDivisions } from '../division/division.service';
import { addFlagsIn, deleteFlagIn } from '../flag/flag.service';
import { changeGameIn } from '../game/game.edit.service';
import { setStaffByName } from '../game/staff.service';
import type { GameFacts } from '../package/package.store';
import {
  type compareGame,
  differingMembers,
  type Member,
  type Members,
  readFile,
  readFlag,
  readStored,
} from './plan.compare';
import { setPosition } from './plan.queries';

export type Body = z.output<typeof PlanBody>;
export type Entry = Body['challenges'][number];

/** A challenge of the folder, the game's one, and what applying it does. */
export interface Step {
  change: PlanChange;
  entry: Entry | null;
  /** Of the game itself. */
  game?: ReturnType<typeof compareGame>;
  row: ChallengeRow | null;
  wanted: Members | null;
}

export interface Run {
  deps: Deps;
  work: Work;
  by: Author;
  at: Date;
  body: Body;
  /** As the page of staff asks for it. */
  setsStaff: boolean;
  /** Of divisions whose teams play. */
  forced: Forced;
}

const requestOf = (file: string) => {
  const [attachmentType, address, name] = readFile(file);
  return { attachmentType, name, [attachmentType === 'Local' ? 'fileHash' : 'remoteUrl']: address };
};

/** A member that a change clears: the editor's call takes null for one that stays. */
const cleared: Partial<Record<Member, string | number>> = {
  flagTemplate: '',
  deadlineUtc: 0,
  releaseUtc: 0,
  customCategory: '',
};
const ownCalls = new Set<Member>(['flags', 'attachments', 'solver', 'position', 'requires', 'next']);

/** Hints that stay keep their id, and with it the teams that have taken them. */
function hintsFor(wanted: Members['hintList'], stored: ChallengeRow['hintList']) {
  const free = [...stored];
  return wanted.map((hint) => {
    const at = free.findIndex(({ title, content }) => title === hint.title && content === hint.content);
    const [same] = at < 0 ? [] : free.splice(at, 1);
    return { ...hint, id: same?.id };
  });
}

const updateOf = (members: readonly Member[], wanted: Members, row: ChallengeRow): ChallengeUpdate =>
  Object.fromEntries(
    members
      .filter((member) => !ownCalls.has(member))
      .map((member) => [
        member,
        member === 'hintList' ? hintsFor(wanted.hintList, row.hintList) : (wanted[member] ?? cleared[member]),
      ]),
  );

export interface Applied {
  game: GameRow;
  facts: GameFacts;
  ceilings: Awaited<ReturnType<typeof getContainerCeilings>>;
  /** Members that stay as they are in the browser. */
  kept: ReadonlySet<string>;
}

async function applyFlags({ deps, work, by }: Run, { facts }: Applied, row: ChallengeRow, wanted: Members) {
  const rest = wanted.flags.map((flag) => ({ flag, text: JSON.stringify(flag) }));
  const files = readStored(facts, row, { sealing: deps.sealing, keyOf: String });
  for (const stored of facts.flags.filter(({ challengeId }) => challengeId === row.id)) {
    const { flag, match, canary } = readFlag(stored, deps.sealing);
    const kept = files.flags.find((one) => one.flag === flag && one.match === match && one.canary === canary);
    const at = rest.findIndex(({ text }) => text === JSON.stringify(kept));
    if (at >= 0) rest.splice(at, 1);
    else await deleteFlagIn(work.tx, by, row, stored.id);
  }
  const added = rest.map(({ flag }) => ({
    ...flag,
    attachmentType: 'None' as const,
    attachments: flag.attachments.map(requestOf),
  }));
  if (added.length > 0) await addFlagsIn(deps, work.tx, { by, challenge: row, added });
  const isAnswered = row.type === 'DynamicContainer' || wanted.flags.some(({ canary }) => !canary);
  if (wanted.isEnabled && !isAnswered) throw new DomainError('challenge.noFlags', { field: 'flags' });
}

async function applyMembers(
  run: Run,
  applied: Applied,
  row: ChallengeRow,
  { wanted, members }: { wanted: Members; members: readonly Member[] },
) {
  const { deps, work, by, at } = run;
  const { game, ceilings } = applied;
  const { tx } = work;
  const has = (member: Member) => members.includes(member);
  if (has('flags') || has('isEnabled')) await applyFlags(run, applied, row, wanted);
  if (has('attachments'))
    await setAttachmentsIn(work, { by, game, challenge: row, requests: wanted.attachments.map(requestOf), at });
  if (has('solver')) await setSolverIn(deps, tx, { by, challenge: row, settings: wanted.solver, ceilings });
  const change = updateOf(members, wanted, row);
  if (Object.keys(change).length > 0)
    await changeChallengeIn(deps, work, { by, game, challenge: row, change, ceilings, at });
  if (has('position')) await setPosition(tx, row.id, wanted.position);
}

async function create(run: Run, applied: Applied, entry: Entry, wanted: Members): Promise<number> {
  const { title, category, type } = entry.challenge;
  const row = await createChallengeIn(run.work.tx, run.by, { gameId: applied.game.id, title, category, type });
  const stored = readStored({ ...applied.facts, flags: [] }, row, { sealing: run.deps.sealing, keyOf: String });
  await applyMembers(run, applied, row, { wanted, members: differingMembers(wanted, stored) });
  return row.id;
}

async function applyGame(
  { work, by, at, setsStaff, forced }: Run,
  applied: Applied,
  changed: NonNullable<Step['game']>,
) {
  const { change, divisions, staff } = changed.changeOf(applied.kept.has(''));
  if (Object.keys(change).length > 0) applied.game = await changeGameIn(work, by, applied.game, change);
  const { id } = applied.game;
  if (divisions.length > 0) await putDivisions(work, by, { game: applied.game, at, ...forced }, divisions);
  if (staff.length > 0 && !setsStaff)
    throw new DomainError('token.scopeMissing', { field: 'staff', params: { scope: 'edit:write' } });
  for (const { index, ...one } of staff) await setStaffByName(work, by, id, { ...one, field: `staff.${index}` });
}

/** Returns the id of the challenge; undefined where it is gone. */
export async function applyStep(
  run: Run,
  applied: Applied,
  { change, entry, row, wanted, game: changed }: Step,
): Promise<number | undefined> {
  const { work, by, at } = run;
  if (changed) await applyGame(run, applied, changed);
  const { game } = applied;
  if (row && (change.kind === 'Remove' || change.kind === 'Replace'))
    await deleteChallengeIn(work, by, { game, challengeId: row.id, at });
  if (!entry || !wanted) return undefined;
  if (!row || change.kind === 'Replace') return create(run, applied, entry, wanted);
  const challenge = await lockChallenge(work.tx, { gameId: game.id, challengeId: row.id });
  const members = change.fields
    .filter(({ changedIn }) => changedIn === 'Folder' || !applied.kept.has(change.key))
    .map(({ field }) => field as Member);
  await applyMembers(run, applied, challenge, { wanted, members });
  return challenge.id;
}

const isLink = ({ field }: { field: string }) => field === 'requires' || field === 'next';

/** Whether `applyLinks` has something to do. */
export function hasLinks({ change, wanted }: Pick<Step, 'change' | 'wanted'>): boolean {
  const isNew = change.kind === 'Add' || change.kind === 'Replace';
  if (!wanted || !isNew) return !!wanted && change.fields.some(isLink);
  return wanted.requires !== null || wanted.next !== null;
}

/** Once every challenge has its number: what a challenge requires, and which one comes next. */
export async function applyLinks(
  run: Run,
  applied: Applied,
  { change, wanted }: Step,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const challengeId = ids.get(change.key);
  const isKept =
    change.fields.some((field) => isLink(field) && field.changedIn !== 'Folder') && applied.kept.has(change.key);
  if (!wanted || challengeId === undefined || isKept || !hasLinks({ change, wanted })) return;
  const { requires, next } = wanted;
  const idOf = (key: string) => {
    const id = ids.get(key);
    if (id === undefined) throw new DomainError('challenge.notFound', { field: 'requires' });
    return id;
  };
  const named = requires ?? { keys: [], count: null, lockedShown: false };
  const { keys, ...rest } = named;
  const challenge = await lockChallenge(run.work.tx, { gameId: applied.game.id, challengeId });
  await changeChallengeIn(run.deps, run.work, {
    ...{ by: run.by, game: applied.game, challenge, ceilings: applied.ceilings, at: run.at },
    change: { requires: { ...rest, challengeIds: keys.map(idOf) }, next: next === null ? 0 : idOf(next) },
  });
}
