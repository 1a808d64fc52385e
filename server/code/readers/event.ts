// A finished event with its people: what an export of another platform becomes, before it is written as a file of ours.

import { hasVisible } from '@vexil/contract/name.rules';
import {
  PackageChallenge,
  type PackageChallengeText,
  PackageGame,
  type PackageGameText,
} from '@vexil/contract/package';
import type { EventPeople, EventRow } from '@vexil/contract/package.people';
import { isInScoringWindow } from '@vexil/rules/phase.rules';
import { challengeScore } from '@vexil/rules/score-curve.rules';
import type { Folder, ReadFolder, Remark, UsedFile } from '../model';
import { type HashedFile, planChallenges } from '../plan-body';
import type { Remarks } from '../remarks';
import { curveOf } from '../writers/challenge-yml';
import { readFolder } from './folder';
import { issueRemark, Source } from './source';

export interface EventFile {
  game: PackageGameText;
  challenges: PackageChallengeText[];
  /** By SHA-256. */
  files: Map<string, UsedFile>;
  people: EventPeople;
}

export interface EventFolder extends Folder {
  hash(path: string): Promise<string>;
}

/** Longer answers are none to any challenge, and a row has a limit. */
const answerLengthMax = 10_000;

export interface EventChallenges extends Pick<EventFile, 'challenges' | 'files'> {
  read: ReadFolder;
  /** In the package, by the key of the folder. */
  ids: Map<string, number>;
}

async function hashFiles(folder: EventFolder, read: ReadFolder, files: EventFile['files']) {
  const hashes = new Map<UsedFile, HashedFile>();
  for (const file of read.challenges.flatMap((one) => one.files).filter(({ url }) => url === undefined)) {
    const sha256 = await folder.hash(file.path);
    hashes.set(file, { sha256, sizeBytes: folder.sizeBytes(file.path) });
    files.set(sha256, file);
  }
  return hashes;
}

/** By the reader that reads them without people. `ofPeople` are tables that it does not have to name as left out. */
export async function readChallenges(
  folder: EventFolder,
  format: 'ctfd' | 'rctf',
  ofPeople: ReadonlySet<string>,
  found: Remarks,
): Promise<EventChallenges> {
  const sizeBytes = (path: string) => (ofPeople.has(path) ? 0 : folder.sizeBytes(path));
  const read = await readFolder({ paths: folder.paths, sizeBytes, read: (path) => folder.read(path) }, format);
  found.problems.push(...read.problems);
  found.losses.push(...read.losses);
  const files: EventFile['files'] = new Map();
  const hashes = found.problems.length > 0 ? new Map() : await hashFiles(folder, read, files);
  const challenges = planChallenges(read.challenges, hashes).map(({ challenge, path }) => {
    const source = new Source(path, null);
    for (const issue of PackageChallenge.safeParse(challenge).error?.issues ?? [])
      found.problems.push(issueRemark(source, issue.path.join('.'), issue));
    if (/\\u0000|\\ud[89a-f]/.test(JSON.stringify(challenge).replaceAll('\\\\', '')))
      found.refuse(path, challenge.title, 'field.invalid', { reason: 'U+0000' });
    return challenge;
  });
  return { read, challenges, files, ids: new Map(read.challenges.map(({ key }, index) => [key, index + 1])) };
}

/** By arrival; one solve for a team and challenge. */
export function orderAnswers(
  rows: (EventRow<'answers'> & { place: string })[],
  file: string,
  found: Remarks,
): EventRow<'answers'>[] {
  const once = new Set<string>();
  return rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ place, ...row }) => {
      const isTwice = row.isSolve && once.size === once.add(`${row.team} ${row.challenge}`).size;
      if (isTwice) found.refuse(file, place, 'field.twice');
      if (row.text.length <= answerLengthMax) return row;
      found.lose(file, place, 'field.cut', { limit: answerLengthMax });
      return { ...row, text: row.text.slice(0, answerLengthMax) };
    });
}

interface Frame {
  people: EventPeople;
  now: number;
  isIndividual: boolean;
  platform: string;
  /** That its settings are in. */
  file: string;
}

/** Without times of its own it lasts from the first row to the last; null after a problem. */
export function readGame(
  { game }: ReadFolder,
  { people, now, isIndividual, platform, file }: Frame,
  found: Remarks,
): { game: PackageGameText; times: { start: number; end: number } } | null {
  const iso = (time: number) => new Date(time).toISOString();
  const times = [...people.answers, ...people.awards].map(({ at }) => at).sort((a, b) => a - b);
  const [first = now - 1000, last = first] = [times[0], times.at(-1)];
  const startTime = game?.startTime ?? iso(first);
  const endTime = game?.endTime ?? iso(Math.max(last, Date.parse(startTime)) + 1000);
  const freeze = Date.parse(game?.vexil?.freezeTime ?? '');
  const isFrozen = freeze > Date.parse(startTime) && freeze < Date.parse(endTime);
  if (!Number.isNaN(freeze) && !isFrozen) found.lose(file, 'freeze', 'field.noPlace');
  if (Date.parse(endTime) > now) found.refuse(file, 'end', 'event.running', { value: endTime });
  const written = {
    ...{ title: (hasVisible(game?.title ?? '') && game?.title) || platform, startTime, endTime, bloodBonus: null },
    ...(game?.teamMemberCountLimit !== undefined && { teamMemberCountLimit: game.teamMemberCountLimit }),
    vexil: {
      ...{ practiceMode: false, freezeTime: isFrozen ? iso(freeze) : null },
      ...{ hintsMayGoBelowZero: true, individual: isIndividual },
    },
  };
  const parsed = PackageGame.safeParse(written);
  for (const issue of parsed.error?.issues ?? [])
    found.problems.push(issueRemark(new Source(file, null), issue.path.join('.'), issue));
  return parsed.data ? { game: written, times: { start: parsed.data.startTime, end: parsed.data.endTime } } : null;
}

function solvesOnBoard({ answers, teams }: EventPeople) {
  const byChallenge = new Map<number, number[]>();
  for (const { isSolve, team, challenge, at } of answers) {
    if (!isSolve || !teams[team]?.isShown) continue;
    const of = byChallenge.get(challenge);
    if (of) of.push(at);
    else byChallenge.set(challenge, [at]);
  }
  return byChallenge;
}

/** What the board will not show as theirs did. `values` are those that they had at the end, by id. */
export function compareBoards(
  { challenges, people }: Pick<EventFile, 'challenges' | 'people'>,
  window: { start: number; end: number },
  values: ReadonlyMap<number, number>,
  file: string,
  found: Remarks,
): void {
  const solves = solvesOnBoard(people);
  for (const challenge of challenges) {
    const of = solves.get(challenge.id ?? 0) ?? [];
    const lose = (what: Remark['what'], more: Remark['values'] = {}) =>
      found.lose(file, '', what, { value: challenge.title, ...more });
    if (!challenge.enabled && of.length > 0) lose('event.hidden', { count: of.length });
    const count = of.filter((at) => isInScoringWindow(window, { deadline: null }, at)).length;
    if (count < of.length) lose('event.outside', { count: of.length - count });
    const [before, after] = [values.get(challenge.id ?? 0), challengeScore(curveOf(challenge), count)];
    if (before !== undefined && count > 0 && before !== after) lose('event.value', { before, after });
  }
}
