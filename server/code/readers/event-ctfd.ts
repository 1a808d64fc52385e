// An export of CTFd with its people: what players did, without what only that platform knows.

import { awardPointsMax } from '@vexil/contract/award.limits';
import { hasVisible } from '@vexil/contract/name.rules';
import type { EventPeople, EventRow } from '@vexil/contract/package.people';
import type { z } from 'zod';
import type { Remarks } from '../remarks';
import {
  compareBoards,
  type EventChallenges,
  type EventFile,
  type EventFolder,
  orderAnswers,
  readChallenges,
  readGame,
} from './event';
import { ctfdRows, readTable } from './event-tables';

type TableName = keyof typeof ctfdRows;
type Row<Name extends TableName> = z.output<(typeof ctfdRows)[Name]>;
const fileOf = (name: TableName) => `db/${name}.json`;

/** The others have what a game is made of. */
const ofPeople: ReadonlySet<string> = new Set([
  ...(['users', 'teams', 'submissions', 'solves', 'awards'] as const).map(fileOf),
  'db/unlocks.json',
]);

const keyOf = (id: number | null) => `challenge-${id}`;

interface Team extends EventRow<'teams'> {
  id: number;
}

/** In users mode everybody is a team. */
function readTeams(users: Row<'users'>[], rows: Row<'teams'>[], isUsers: boolean, found: Remarks): Team[] {
  const teamOf = (file: string, { id, name, hidden, banned, index }: Row<'users'> | Row<'teams'>): Team => {
    if (hidden || banned) found.lose(file, `${index}`, 'event.offBoard', { value: name.slice(0, 128) });
    return { id, name: name.slice(0, 1000), members: [], isShown: !hidden && !banned };
  };
  const [name, of] = isUsers ? (['users', users] as const) : (['teams', rows] as const);
  const teams = new Map(of.map((row) => [row.id, teamOf(fileOf(name), row)]));
  for (const [at, { id, team_id, index }] of users.entries()) {
    const teamId = isUsers ? id : team_id;
    const team = teams.get(teamId ?? 0);
    if (team) team.members.push(at);
    else if (teamId === null) found.lose(fileOf('users'), `${index}.team_id`, 'event.teamless');
    else found.refuse(fileOf('users'), `${index}.team_id`, 'event.unknown', { value: teamId });
  }
  return [...teams.values()].sort((a, b) => a.id - b.id);
}

/** The captain comes first, and teams without members are left out. */
function orderMembers(rows: Row<'teams'>[], teams: Team[], users: Row<'users'>[], found: Remarks): Team[] {
  const accounts = new Map(users.map(({ id }, at) => [id, at]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return teams.filter(({ id, name, members }) => {
    const { captain_id = null, index = 0 } = byId.get(id) ?? {};
    const at = members.indexOf(accounts.get(captain_id ?? 0) ?? -1);
    if (at > 0) members.unshift(...members.splice(at, 1));
    if (at < 0 && captain_id !== null) found.lose(fileOf('teams'), `${index}.captain_id`, 'field.noPlace');
    if (members.length === 0) found.lose(fileOf('teams'), `${index}`, 'event.empty', { value: name });
    return members.length > 0;
  });
}

interface People {
  users: Row<'users'>[];
  teams: Team[];
  teamRows: Row<'teams'>[];
  isUsers: boolean;
}

/** Who did it; a null account is gone. Unknown ids are problems. */
function makeOwner({ users, teams, teamRows, isUsers }: People, found: Remarks) {
  const accounts = new Map(users.map(({ id }, at) => [id, at]));
  const places = new Map(teams.map(({ id }, at) => [id, at]));
  const left = new Set(teamRows.map(({ id }) => id));
  return (name: TableName, row: { index: number; user_id: number | null; team_id: number | null }) => {
    const { index, user_id: userId, team_id } = row;
    const teamId = isUsers ? userId : team_id;
    const team = places.get(teamId ?? 0);
    if (userId !== null && !accounts.has(userId)) {
      found.refuse(fileOf(name), `${index}.user_id`, 'event.unknown', { value: userId });
    } else if (teamId !== null && team === undefined && !left.has(teamId)) {
      found.refuse(fileOf(name), `${index}.team_id`, 'event.unknown', { value: teamId });
    } else if (team === undefined) found.lose(fileOf(name), `${index}`, 'event.teamless');
    else return { team, account: accounts.get(userId ?? 0) ?? null };
    return null;
  };
}

type Owner = ReturnType<typeof makeOwner>;

function readAnswers(
  rows: Row<'submissions'>[],
  solves: Row<'solves'>[],
  { ids }: EventChallenges,
  ownerOf: Owner,
  found: Remarks,
) {
  const solved = new Map(solves.map(({ id, index }) => [id, index]));
  const submitted = new Set(rows.map(({ id }) => id));
  for (const { id, index } of solves) {
    if (!submitted.has(id)) found.refuse(fileOf('solves'), `${index}.id`, 'event.unknown', { value: id });
  }
  const read = (row: Row<'submissions'>) => {
    const { id, index, challenge_id, type, provided: text, date: at } = row;
    const challenge = ids.get(keyOf(challenge_id));
    const isSolve = solved.has(id);
    if (challenge === undefined) {
      found.refuse(fileOf('submissions'), `${index}.challenge_id`, 'event.unknown', { value: challenge_id ?? '' });
      return [];
    }
    if (!isSolve && type !== 'correct' && type !== 'incorrect') {
      found.lose(fileOf('submissions'), `${index}`, 'event.verdict', { value: type.slice(0, 128) });
      return [];
    }
    const owner = ownerOf('submissions', row);
    const place = `${isSolve ? solved.get(id) : index}.challenge_id`;
    return owner ? [{ ...owner, at, challenge, text, isRight: isSolve || type === 'correct', isSolve, place }] : [];
  };
  return orderAnswers(rows.toSorted((a, b) => a.date - b.date || a.id - b.id).flatMap(read), fileOf('solves'), found);
}

/** A challenge has them in this order, which gives them their numbers. */
function numberHints(rows: Row<'hints'>[], { ids }: EventChallenges) {
  const counts = new Map<number, number>();
  return new Map(
    rows.map(({ id, challenge_id }) => {
      const challenge = ids.get(keyOf(challenge_id)) ?? 0;
      const number = (counts.get(challenge) ?? 0) + 1;
      counts.set(challenge, number);
      return [id, challenge === 0 ? null : { challenge, number }];
    }),
  );
}

function readAwards(
  rows: Row<'awards'>[],
  hints: ReturnType<typeof numberHints>,
  ownerOf: Owner,
  found: Remarks,
): EventRow<'awards'>[] {
  const taken = new Set<string>();
  return rows
    .toSorted((a, b) => a.date - b.date || a.id - b.id)
    .flatMap((row) => {
      const { index, name, description, category, value: points, date: at } = row;
      const owner = ownerOf('awards', row);
      if (Math.abs(points) > awardPointsMax)
        found.refuse(fileOf('awards'), `${index}.value`, 'field.tooLong', { limit: awardPointsMax });
      if (!owner) return [];
      if (points === 0) {
        found.lose(fileOf('awards'), `${index}`, 'event.noPoints', { value: name.slice(0, 128) });
        return [];
      }
      const hint = category === 'hints' ? (hints.get(Number(/^Hint (\d{1,9})$/.exec(name)?.[1])) ?? null) : null;
      const key = hint && `${owner.team} ${hint.challenge} ${hint.number}`;
      const isFirst = key === null || taken.size < taken.add(key).size;
      const reason = [name, description].filter(hasVisible).join(': ').slice(0, 1000) || 'CTFd';
      return [{ ...owner, at, points, reason, hint: isFirst ? hint : null }];
    });
}

function readAccounts(users: Row<'users'>[], areVerified: boolean, found: Remarks): EventPeople['accounts'] {
  return users.map(({ name, email, password, verified, banned, created = null, type, index }) => {
    if (type === 'admin') found.lose(fileOf('users'), `${index}.type`, 'event.admin', { value: name.slice(0, 128) });
    return {
      ...{ name: name.slice(0, 1000), email: email.slice(0, 1000), passwordHash: password.slice(0, 1000) },
      ...{ isVerified: verified, mayConfirm: verified || !areVerified, isBanned: banned, registeredAt: created },
    };
  });
}

/** null after a problem. `now`: the event is over. */
export async function readCtfdEvent(folder: EventFolder, now: number, found: Remarks): Promise<EventFile | null> {
  const challenges = await readChallenges(folder, 'ctfd', ofPeople, found);
  const table = <Name extends TableName>(name: Name, isNeeded = true): Promise<Row<Name>[]> =>
    readTable(folder, fileOf(name), ctfdRows[name], { found, isNeeded }) as Promise<Row<Name>[]>;
  const settings = new Map((await table('config', false)).map(({ key, value }) => [key, value]));
  const isUsers = settings.get('user_mode') === 'users';
  const users = await table('users');
  const teamRows = await table('teams', !isUsers);
  const [submissions, solves] = [await table('submissions'), await table('solves')];
  const [awardRows, hintRows] = [await table('awards', false), await table('hints', false)];
  const values = new Map(
    (await table('challenges')).flatMap(({ id, value }): [number, number][] =>
      typeof value === 'number' ? [[challenges.ids.get(keyOf(id)) ?? 0, value]] : [],
    ),
  );
  if (found.problems.length > 0) return null;
  const all = readTeams(users, teamRows, isUsers, found);
  const teams = isUsers ? all : orderMembers(teamRows, all, users, found);
  const ownerOf = makeOwner({ users, teams, teamRows, isUsers }, found);
  const people: EventPeople = {
    accounts: readAccounts(users, /^(true|1)$/i.test(settings.get('verify_emails') ?? ''), found),
    teams: teams.map(({ name, members, isShown }) => ({ name, members, isShown })),
    answers: readAnswers(submissions, solves, challenges, ownerOf, found),
    awards: readAwards(awardRows, numberHints(hintRows, challenges), ownerOf, found),
  };
  const frame = { people, now, isIndividual: isUsers, platform: 'CTFd', file: fileOf('config') };
  const game = readGame(challenges.read, frame, found);
  if (!game || found.problems.length > 0) return null;
  const event = { game: game.game, challenges: challenges.challenges, files: challenges.files, people };
  compareBoards(event, game.times, values, fileOf('solves'), found);
  if (people.awards.some(({ team }) => people.teams[team]?.isShown)) found.lose(fileOf('awards'), '', 'event.ties');
  return event;
}
