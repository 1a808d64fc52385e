// Tables of rCTF, as `psql` writes them: a user there is a team, which signs in with one token.

import type { EventPeople } from '@vexil/contract/package.people';
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
import { rctfRows, readTable } from './event-tables';
import { rctfTables } from './exports';

type TableName = keyof typeof rctfRows;
type Row<Name extends TableName> = z.output<(typeof rctfRows)[Name]>;
const fileOf = (name: TableName) => rctfTables[name];

/** The parameters of the first releases: what a part of the most solves of any challenge leaves of the points. */
const [start, end] = [-Math.atanh(0.7), Math.atanh(0.96)];
const fall = (x: number) => (1 - Math.tanh(x)) / 2;
const share = (part: number) => (fall((end - start) * part + start) - fall(end)) / (fall(start) - fall(end));

/** Later releases store the points of a solve; the first ones compute them of all solves. */
function finalValues(challenges: Row<'challenges'>[], solves: Row<'solves'>[]): Map<string, number> {
  const byChallenge = new Map<string, Row<'solves'>[]>(challenges.map(({ id }) => [id, []]));
  for (const one of solves) byChallenge.get(one.challengeid)?.push(one);
  const most = Math.max(1, ...[...byChallenge.values()].map((of) => of.length));
  const hasPoints = solves.some(({ points }) => (points ?? 0) > 0);
  return new Map(
    challenges.map(({ id, data: { points } }) => {
      const of = byChallenge.get(id) ?? [];
      if (of.length === 0) return [id, points.max];
      if (hasPoints) return [id, Math.min(...of.map((one) => one.points ?? 0))];
      return [id, Math.round(points.min + (points.max - points.min) * share(of.length / most))];
    }),
  );
}

/** Nothing will be solved any more, so each challenge keeps the value that it had at the end. */
function setValues({ challenges, ids }: EventChallenges, values: ReadonlyMap<string, number>, found: Remarks): void {
  const fitted = found.losses.filter(({ what }) => what === 'curve.fitted');
  for (const one of fitted) found.losses.splice(found.losses.indexOf(one), 1);
  for (const [key, id] of ids) {
    const challenge = challenges[id - 1];
    const value = values.get(key) ?? 0;
    if (!challenge) continue;
    const changed = { value: challenge.title, fitted: `Static ${value}`, points: 0 };
    found.lose(fileOf('challenges'), `${id - 1}.points`, 'curve.fitted', changed);
    const scoring = { curve: 'Static' as const, minimum: 0, decay: 0 };
    challenge.scoring = { ...challenge.scoring, original: Math.max(value, 1) };
    challenge.vexil = { ...challenge.vexil, originalScore: value, scoring };
  }
}

/** null after a problem. `now`: the event is over. */
export async function readRctfEvent(folder: EventFolder, now: number, found: Remarks): Promise<EventFile | null> {
  const read = await readChallenges(folder, 'rctf', new Set(), found);
  const table = <Name extends TableName>(name: Name, isNeeded = true): Promise<Row<Name>[]> =>
    readTable(folder, fileOf(name), rctfRows[name], { found, isNeeded }) as Promise<Row<Name>[]>;
  const [users, solves] = [await table('users'), await table('solves')];
  const [challenges, logs] = [await table('challenges'), await table('submission_logs', false)];
  if (found.problems.length > 0) return null;
  const places = new Map(users.map(({ id }, at) => [id, at]));
  const values = finalValues(
    challenges,
    solves.filter(({ userid }) => !users[places.get(userid) ?? -1]?.banned),
  );
  setValues(read, values, found);
  const ownerOf = (name: TableName, index: number, user: string, of: string) => {
    const [team, challenge] = [places.get(user), read.ids.get(of)];
    if (team === undefined) found.refuse(fileOf(name), `${index}.user`, 'event.unknown', { value: user });
    if (challenge === undefined) found.lose(fileOf(name), `${index}.challenge`, 'event.unknown', { value: of });
    return team === undefined || challenge === undefined ? [] : [{ team, account: team, challenge }];
  };
  const answers = [
    ...solves.flatMap(({ index, userid, challengeid, createdat: at }) =>
      ownerOf('solves', index, userid, challengeid).map((owner) => {
        return { ...owner, at, text: '', isRight: true, isSolve: true, place: `${index}.challengeid` };
      }),
    ),
    ...logs
      .filter(({ kind, result }) => kind === 'flag' && result === 'incorrect')
      .flatMap(({ index, user_id, challenge_id, created_at: at, details }) =>
        ownerOf('submission_logs', index, user_id, challenge_id).map((owner) => {
          const text = details?.submittedFlag ?? '';
          return { ...owner, at, text, isRight: false, isSolve: false, place: `${index}` };
        }),
      ),
  ];
  const people: EventPeople = {
    accounts: users.map(({ name, email, banned, created_at: registeredAt = null, perms, index }) => {
      if (perms) found.lose(fileOf('users'), `${index}.perms`, 'event.admin', { value: name.slice(0, 128) });
      const [isVerified, passwordHash] = [email !== '', ''];
      return {
        ...{ name: name.slice(0, 1000), email: email.slice(0, 1000), passwordHash },
        ...{ isVerified, mayConfirm: isVerified, isBanned: banned, registeredAt },
      };
    }),
    teams: users.map(({ name, banned, index }, at) => {
      if (banned) found.lose(fileOf('users'), `${index}`, 'event.offBoard', { value: name.slice(0, 128) });
      return { name: name.slice(0, 1000), members: [at], isShown: !banned };
    }),
    answers: orderAnswers(answers, fileOf('solves'), found),
    // Of a challenge that is scored by another program each team has points of its own.
    awards: solves.flatMap(({ index, points, challengeid, userid, createdat: at }) => {
      const more = (points || values.get(challengeid) || 0) - (values.get(challengeid) ?? 0);
      if (more === 0) return [];
      return ownerOf('solves', index, userid, challengeid).map(({ team, account, challenge }) => {
        return { team, account, at, points: more, reason: read.challenges[challenge - 1]?.title ?? '', hint: null };
      });
    }),
  };
  const frame = { people, now, isIndividual: false, platform: 'rCTF', file: 'game.yml' };
  const game = readGame(read.read, frame, found);
  if (!game || found.problems.length > 0) return null;
  const event = { game: game.game, challenges: read.challenges, files: read.files, people };
  const byId = new Map([...read.ids].map(([key, id]) => [id, values.get(key) ?? 0]));
  compareBoards(event, game.times, byId, fileOf('solves'), found);
  return event;
}
