// An export of CTFd as a game with its people: what players did, without what only that platform knows.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Remark, UsedFile } from '@vexil/code/model';
import { type HashedFile, planChallenges } from '@vexil/code/plan-body';
import { readFolder } from '@vexil/code/readers/folder';
import { type Findings, issueRemark, Source } from '@vexil/code/readers/source';
import { awardPointsMax, awardsMax } from '@vexil/contract/award.limits';
import { hasVisible } from '@vexil/contract/name.rules';
import { PackageChallenge, PackageGame } from '@vexil/contract/package';
import { isInScoringWindow } from '@vexil/rules/phase.rules';
import { challengeScore } from '@vexil/rules/score-curve.rules';
import { fileOf, peopleTables, type Row, readTable, type TableName, type TableSchema, tables } from './event.tables';
import type { Archive } from './package.archive';
import { type GamePackage, unstorable } from './package.read';

interface EventTeam {
  row: { file: string; index: number };
  name: string;
  /** Of accounts; the first is the captain. */
  memberIds: number[];
  /** On the board. */
  isShown: boolean;
}

interface EventFact {
  teamId: number;
  userId: number | null;
  at: number;
}

export interface EventAnswer extends EventFact {
  challengeId: number;
  text: string;
  isRight: boolean;
  isSolve: boolean;
}

export interface EventAward extends EventFact {
  points: number;
  reason: string;
  hint: { challengeId: number; hintId: number } | null;
}

/** Ids are those of the export, of challenges their place in the package. */
export interface GameEvent {
  contents: GamePackage;
  users: Row<'users'>[];
  /** Whether players had to confirm their addresses. */
  areVerified: boolean;
  teams: Map<number, EventTeam>;
  /** By arrival. */
  answers: EventAnswer[];
  awards: EventAward[];
}

/** Then others have the event loop. */
const rowsPerTurn = 1000;

/** Each kind at most so often, then their number. */
const remarksMax = 200;

export class Remarks implements Findings {
  readonly problems: Remark[] = [];
  readonly losses: Remark[] = [];
  readonly #counts = new Map<string, number>();

  lose(file: string, field: string, what: Remark['what'], values: Remark['values'] = {}): void {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    if (count <= remarksMax) this.losses.push({ file, line: null, field, what, values });
  }

  refuse(file: string, field: string, what: Remark['what'], values: Remark['values'] = {}): void {
    if (this.problems.length < remarksMax) this.problems.push({ file, line: null, field, what, values });
  }

  /** The losses, with the number of those that were left out. */
  finished(): Remark[] {
    for (const [what, count] of this.#counts) {
      const values = { count: count - remarksMax };
      if (count > remarksMax) this.losses.push({ file: '', line: null, field: what, what: 'event.more', values });
    }
    this.#counts.clear();
    return this.losses;
  }
}

export const isExport = ({ paths }: Archive) => paths.includes('db/challenges.json');

async function hashFiles(archive: Archive, used: UsedFile[], contents: Pick<GamePackage, 'used' | 'paths'>) {
  const hashes = new Map<UsedFile, HashedFile>();
  for (const file of used.filter(({ url }) => url === undefined)) {
    const sum = createHash('sha256');
    for await (const chunk of archive.read(file.path)) sum.update(chunk);
    const hash = sum.digest('hex');
    hashes.set(file, { sha256: hash, sizeBytes: archive.sizeBytes(file.path) });
    contents.used.set(hash, { hash, name: file.name, isPoster: false });
    contents.paths.set(hash, file.path);
  }
  return hashes;
}

const ofPeople: ReadonlySet<string> = new Set([...peopleTables.map(fileOf), 'db/unlocks.json']);

/** Challenges by the reader that reads them without people. */
async function readChallenges(archive: Archive, found: Remarks) {
  const read = await readFolder(
    {
      paths: archive.paths.toSorted(),
      // Tables of people are read below.
      sizeBytes: (path) => (ofPeople.has(path) ? 0 : archive.sizeBytes(path)),
      read: (path) => archive.readText(path),
    },
    'ctfd',
  );
  found.problems.push(...read.problems);
  found.losses.push(...read.losses);
  const contents = { used: new Map(), paths: new Map() };
  const files = read.challenges.flatMap((one) => one.files);
  const hashes = found.problems.length > 0 ? new Map() : await hashFiles(archive, files, contents);
  const challenges = planChallenges(read.challenges, hashes).flatMap(({ challenge }, index) => {
    const file = read.challenges[index]?.path ?? '';
    const parsed = PackageChallenge.safeParse(challenge);
    if (parsed.success && !unstorable.test(JSON.stringify(challenge).replaceAll('\\u0000', '\0'))) return [parsed.data];
    const source = new Source(file, null);
    for (const issue of parsed.error?.issues ?? [])
      found.problems.push(issueRemark(source, issue.path.join('.'), issue));
    if (parsed.success) found.refuse(file, `${index}`, 'field.invalid', { reason: 'U+0000' });
    return [];
  });
  const places = new Map(read.challenges.map(({ key }, index) => [Number(key.replace('challenge-', '')), index + 1]));
  return { game: read.game, challenges, places, ...contents };
}

interface EventFrame {
  /** Of what was done, in order. */
  times: number[];
  now: number;
  isUsers: boolean;
}

function readGame(
  read: Awaited<ReturnType<typeof readChallenges>>,
  { times, now, isUsers }: EventFrame,
  found: Remarks,
) {
  const { game } = read;
  const file = fileOf('config');
  const iso = (time: number) => new Date(time).toISOString();
  const [first = now, last = now] = [times[0], times.at(-1)];
  const startTime = game?.startTime ?? iso(first);
  const endTime = game?.endTime ?? iso(Math.max(last, Date.parse(startTime)) + 1000);
  const freeze = Date.parse(game?.vexil?.freezeTime ?? '');
  const isFrozen = freeze > Date.parse(startTime) && freeze < Date.parse(endTime);
  if (!Number.isNaN(freeze) && !isFrozen) found.lose(file, 'freeze', 'field.noPlace');
  if (Date.parse(endTime) > now) found.refuse(file, 'end', 'event.running', { value: endTime });
  const title = hasVisible(game?.title ?? '') ? game?.title : 'CTFd';
  const parsed = PackageGame.safeParse({
    ...{ title, startTime, endTime, teamMemberCountLimit: game?.teamMemberCountLimit, bloodBonus: null },
    vexil: {
      ...{ practiceMode: false, freezeTime: isFrozen ? iso(freeze) : null },
      ...{ hintsMayGoBelowZero: true, individual: isUsers },
    },
  });
  for (const issue of parsed.error?.issues ?? [])
    found.problems.push(issueRemark(new Source(file, null), issue.path.join('.'), issue));
  return parsed.data;
}

/** In users mode everybody is a team. */
function readTeams(users: Row<'users'>[], rows: Row<'teams'>[], isUsers: boolean, found: Remarks): GameEvent['teams'] {
  const teamOf = (file: string, { name, hidden, banned, index }: Row<'users'> | Row<'teams'>): EventTeam => {
    if (hidden || banned) found.lose(file, `${index}`, 'event.offBoard', { value: name });
    return { row: { file, index }, name, memberIds: [], isShown: !hidden && !banned };
  };
  const [name, of] = isUsers ? (['users', users] as const) : (['teams', rows] as const);
  const teams = new Map(of.map((row) => [row.id, teamOf(fileOf(name), row)]));
  for (const { id, team_id, index } of users) {
    const teamId = isUsers ? id : team_id;
    const team = teams.get(teamId ?? 0);
    if (team) team.memberIds.push(id);
    else if (teamId === null) found.lose(fileOf('users'), `${index}.team_id`, 'event.teamless');
    else found.refuse(fileOf('users'), `${index}.team_id`, 'event.unknown', { value: teamId });
  }
  return teams;
}

/** The captain comes first, and teams without members are left out. */
function orderMembers(rows: Row<'teams'>[], teams: GameEvent['teams'], found: Remarks): void {
  for (const { id, captain_id, index } of rows) {
    const members = teams.get(id)?.memberIds ?? [];
    const at = members.indexOf(captain_id ?? 0);
    if (at > 0) members.unshift(...members.splice(at, 1));
    if (at < 0 && captain_id !== null) found.lose(fileOf('teams'), `${index}.captain_id`, 'field.noPlace');
    if (members.length > 0) continue;
    found.lose(fileOf('teams'), `${index}`, 'event.empty', { value: teams.get(id)?.name ?? '' });
    teams.delete(id);
  }
}

/** Who did it; null where its account is gone. Unknown ids are problems. */
function makeOwner(
  users: Row<'users'>[],
  teams: GameEvent['teams'],
  left: ReadonlySet<number>,
  isUsers: boolean,
  found: Remarks,
) {
  const known = new Set(users.map(({ id }) => id));
  return (name: TableName, row: { index: number; user_id: number | null; team_id: number | null }) => {
    const { index, user_id: userId, team_id } = row;
    const teamId = isUsers ? userId : team_id;
    if (userId !== null && !known.has(userId)) {
      found.refuse(fileOf(name), `${index}.user_id`, 'event.unknown', { value: userId });
    } else if (teamId !== null && !teams.has(teamId) && !left.has(teamId)) {
      found.refuse(fileOf(name), `${index}.team_id`, 'event.unknown', { value: teamId });
    } else if (teamId === null || !teams.has(teamId)) found.lose(fileOf(name), `${index}`, 'event.teamless');
    else return { teamId, userId };
    return null;
  };
}

type Owner = ReturnType<typeof makeOwner>;

async function readAnswers(
  rows: Row<'submissions'>[],
  solves: Row<'solves'>[],
  places: ReadonlyMap<number, number>,
  ownerOf: Owner,
  found: Remarks,
): Promise<EventAnswer[]> {
  const solved = new Set(solves.map(({ id }) => id));
  const submitted = new Set(rows.map(({ id }) => id));
  for (const { id, index } of solves) {
    if (!submitted.has(id)) found.refuse(fileOf('solves'), `${index}.id`, 'event.unknown', { value: id });
  }
  const once = new Set<string>();
  const read = (row: Row<'submissions'>): EventAnswer[] => {
    const { id, index, challenge_id, type, provided: text, date: at } = row;
    const challengeId = places.get(challenge_id ?? 0);
    const isSolve = solved.has(id);
    if (challengeId === undefined) {
      found.refuse(fileOf('submissions'), `${index}.challenge_id`, 'event.unknown', { value: challenge_id ?? '' });
      return [];
    }
    if (!isSolve && type !== 'correct' && type !== 'incorrect') {
      found.lose(fileOf('submissions'), `${index}`, 'event.verdict', { value: type });
      return [];
    }
    const owner = ownerOf('submissions', row);
    if (!owner) return [];
    if (isSolve && once.size === once.add(`${owner.teamId} ${challengeId}`).size) {
      found.refuse(fileOf('solves'), `${index}.challenge_id`, 'field.twice');
    }
    return [{ ...owner, at, challengeId, text, isRight: isSolve || type === 'correct', isSolve }];
  };
  const ordered = rows.toSorted((a, b) => a.date - b.date || a.id - b.id);
  const answers: EventAnswer[] = [];
  for (const [at, row] of ordered.entries()) {
    answers.push(...read(row));
    if (at % rowsPerTurn === 0) await setImmediate();
  }
  return answers;
}

function readAwards(
  rows: Row<'awards'>[],
  hints: ReadonlyMap<number, EventAward['hint']>,
  ownerOf: Owner,
  found: Remarks,
) {
  const taken = new Set<string>();
  const awards = rows
    .toSorted((a, b) => a.date - b.date || a.id - b.id)
    .flatMap((row): EventAward[] => {
      const { index, name, description, category, value: points, date: at } = row;
      const owner = ownerOf('awards', row);
      if (Math.abs(points) > awardPointsMax)
        found.refuse(fileOf('awards'), `${index}.value`, 'field.tooLong', { limit: awardPointsMax });
      if (!owner) return [];
      if (points === 0) {
        found.lose(fileOf('awards'), `${index}`, 'event.noPoints', { value: name });
        return [];
      }
      const hint = category === 'hints' ? (hints.get(Number(/^Hint (\d{1,9})$/.exec(name)?.[1])) ?? null) : null;
      const key = hint && `${owner.teamId} ${hint.challengeId} ${hint.hintId}`;
      const isFirst = key === null || taken.size < taken.add(key).size;
      return [
        {
          ...owner,
          at,
          points,
          reason: [name, description].filter(hasVisible).join(': '),
          hint: isFirst ? hint : null,
        },
      ];
    });
  const given = awards.filter(({ hint }) => hint === null).length;
  if (given > awardsMax) found.refuse(fileOf('awards'), '', 'field.tooLong', { limit: awardsMax });
  return awards;
}

/** A challenge has them in this order, which gives them their numbers. */
function numberHints(rows: Row<'hints'>[], places: ReadonlyMap<number, number>) {
  const counts = new Map<number, number>();
  return new Map(
    rows.map(({ id, challenge_id }) => {
      const challengeId = places.get(challenge_id ?? 0) ?? 0;
      const hintId = (counts.get(challengeId) ?? 0) + 1;
      counts.set(challengeId, hintId);
      return [id, challengeId === 0 ? null : { challengeId, hintId }];
    }),
  );
}

/** What the board will not show as theirs did. */
function compareBoards(
  { contents, teams, answers, awards }: GameEvent,
  values: ReadonlyMap<number | undefined, number | undefined>,
  found: Remarks,
) {
  const { game, challenges } = contents;
  const byChallenge = new Map<number, EventAnswer[]>(challenges.map(({ id }) => [id, []]));
  for (const one of answers) {
    if (one.isSolve && teams.get(one.teamId)?.isShown) byChallenge.get(one.challengeId)?.push(one);
  }
  for (const challenge of challenges) {
    const of = byChallenge.get(challenge.id) ?? [];
    const lost = (what: Remark['what'], more: Remark['values'] = {}) =>
      found.lose(fileOf('solves'), '', what, { value: challenge.title, ...more });
    if (!challenge.enabled && of.length > 0) lost('event.hidden', { count: of.length });
    const window = { start: game.startTime, end: game.endTime };
    const count = of.filter(({ at }) => isInScoringWindow(window, { deadline: null }, at)).length;
    if (count < of.length) lost('event.outside', { count: of.length - count });
    const before = values.get(challenge.id);
    const after = challengeScore(curveOf(challenge), count);
    if (before !== undefined && count > 0 && before !== after) lost('event.value', { before, after });
  }
  if (awards.some(({ teamId }) => teams.get(teamId)?.isShown)) found.lose(fileOf('awards'), '', 'event.ties');
}

function curveOf({ scoring, vexil }: PackageChallenge) {
  return {
    curve: vexil?.scoring?.curve ?? ('Exponential' as const),
    originalScore: vexil?.originalScore ?? scoring.original,
    minScoreRate: scoring.minRate,
    difficulty: scoring.difficulty,
    minimumScore: vexil?.scoring?.minimum ?? 0,
    decay: vexil?.scoring?.decay ?? 0,
  };
}

/** null after a problem. `now`: the event is over. */
export async function readEvent(archive: Archive, now: number, found: Remarks): Promise<GameEvent | null> {
  const read = await readChallenges(archive, found);
  const table = <Schema extends TableSchema>(name: TableName, schema: Schema, isNeeded = true) =>
    readTable(archive, fileOf(name), schema, { found, isNeeded });
  const config = await table('config', tables.config, false);
  const settings = new Map(config.map(({ key, value }) => [key, value]));
  const isUsers = settings.get('user_mode') === 'users';
  const users = await table('users', tables.users);
  const teamRows = await table('teams', tables.teams, !isUsers);
  const submissions = await table('submissions', tables.submissions);
  const solves = await table('solves', tables.solves);
  const awardRows = await table('awards', tables.awards, false);
  const hintRows = await table('hints', tables.hints, false);
  const challengeRows = await table('challenges', tables.challenges);
  if (found.problems.length > 0) return null;
  const hints = numberHints(hintRows, read.places);
  const values = new Map(challengeRows.map(({ id, value }) => [read.places.get(id), value ?? undefined]));
  const teams = readTeams(users, teamRows, isUsers, found);
  if (!isUsers) orderMembers(teamRows, teams, found);
  const left = new Set(teamRows.map(({ id }) => id));
  const ownerOf = makeOwner(users, teams, left, isUsers, found);
  const answers = await readAnswers(submissions, solves, read.places, ownerOf, found);
  const awards = readAwards(awardRows, hints, ownerOf, found);
  const times = [...answers, ...awards].map(({ at }) => at).sort((a, b) => a - b);
  const game = readGame(read, { times, now, isUsers }, found);
  if (!game || found.problems.length > 0) return null;
  const { challenges, used, paths } = read;
  const areVerified = /^(true|1)$/i.test(settings.get('verify_emails') ?? '');
  const event = { contents: { game, challenges, used, paths }, users, areVerified, teams, answers, awards };
  compareBoards(event, values, found);
  return event;
}
