// The file of a finished event: a package, and rows of its people. Exports of other platforms become it before they are
// sent, by the readers of `@vexil/code`, which no server has to load.

import { setImmediate } from 'node:timers/promises';
import type { Remark } from '@vexil/code/model';
import type { Remarks } from '@vexil/code/remarks';
import { awardsMax } from '@vexil/contract/award.limits';
import type { Language } from '@vexil/contract/languages';
import {
  type EventPeople,
  type EventRow,
  type EventTable,
  eventPath,
  eventRowLengthMax,
  eventRows,
  eventRowsMax,
} from '@vexil/contract/package.people';
import { mapInTurns } from '@vexil/runtime/turns';
import type { Archive } from './package.archive';
import { type GamePackage, readPackage } from './package.read';

export interface GameEvent extends EventPeople {
  contents: GamePackage;
}

/** Then others have the event loop. */
const rowsPerTurn = 200;

export const isEvent = ({ paths }: Archive) => paths.includes(eventPath('accounts'));

/** Throws a RangeError for a line that is too long, and a TypeError where the text is not UTF-8. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > eventRowLengthMax) throw new RangeError(`A row is longer than ${eventRowLengthMax} characters`);
    yield* lines;
  }
  if (rest + decoder.decode() !== '') throw new SyntaxError('Unexpected end of JSON input');
}

/** A file that is not there has no rows. */
async function readRows<Name extends EventTable>(archive: Archive, name: Name, found: Remarks) {
  const file = eventPath(name);
  const rows: EventRow<Name>[] = [];
  if (!archive.paths.includes(file)) return rows;
  try {
    for await (const text of splitLines(archive.read(file))) {
      if (found.problems.length > 100) return rows;
      if (rows.length >= eventRowsMax) {
        found.refuse(file, '', 'field.tooLong', { limit: eventRowsMax });
        return rows;
      }
      const { data, error } = eventRows[name].safeParse(JSON.parse(text));
      for (const { path, message } of error?.issues ?? [])
        found.refuse(file, [rows.length, ...path].join('.'), 'field.invalid', { reason: message });
      rows.push(data as EventRow<Name>);
      if (rows.length % rowsPerTurn === 0) await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) throw error;
    found.refuse(file, `${rows.length}`, 'json.invalid', { reason: error.message.slice(0, 200) });
  }
  return rows;
}

/** Everyone is in one team at most, and in a game of single players each is one. */
function checkTeams({ accounts, teams, contents }: GameEvent, found: Remarks): void {
  const placed = new Set<number>();
  const sizeMax = contents.game.vexil?.individual ? 1 : Number.POSITIVE_INFINITY;
  for (const [index, { members }] of teams.entries()) {
    const refuse = (what: Remark['what'], value: Remark['values'] = {}) =>
      found.refuse(eventPath('teams'), `${index}.members`, what, value);
    if (members.length > sizeMax) refuse('field.tooLong', { limit: sizeMax });
    for (const member of members) {
      if (!accounts[member]) refuse('event.unknown', { value: member });
      if (placed.size === placed.add(member).size) refuse('field.twice');
    }
  }
}

async function checkFacts(event: GameEvent, found: Remarks): Promise<void> {
  const challenges = new Map(
    event.contents.challenges.map(({ id, hints, vexil }) => [id, (vexil?.hintList ?? hints ?? []).length]),
  );
  const check = (
    name: 'answers' | 'awards',
    index: number,
    field: string,
    value: number | undefined,
    isKnown: boolean,
  ) => {
    if (!isKnown) found.refuse(eventPath(name), `${index}.${field}`, 'event.unknown', { value: value ?? '' });
  };
  const once = new Set<string>();
  const keep = (name: 'answers' | 'awards', index: number, key: string) => {
    if (once.size === once.add(`${name} ${key}`).size) found.refuse(eventPath(name), `${index}`, 'field.twice');
  };
  await mapInTurns(event.answers, ({ team, account, challenge, isSolve }, index) => {
    check('answers', index, 'team', team, team in event.teams);
    check('answers', index, 'account', account ?? -1, account === null || account in event.accounts);
    check('answers', index, 'challenge', challenge, challenges.has(challenge));
    if (isSolve) keep('answers', index, `${team} ${challenge}`);
  });
  await mapInTurns(event.awards, ({ team, account, hint }, index) => {
    check('awards', index, 'team', team, team in event.teams);
    check('awards', index, 'account', account ?? -1, account === null || account in event.accounts);
    if (!hint) return;
    const count = challenges.get(hint.challenge) ?? 0;
    check('awards', index, 'hint', hint.number, hint.number >= 1 && hint.number <= count);
    keep('awards', index, `${team} ${hint.challenge} ${hint.number}`);
  });
  const given = event.awards.filter(({ hint }) => hint === null).length;
  if (given > awardsMax) found.refuse(eventPath('awards'), '', 'field.tooLong', { limit: awardsMax });
}

/** null after a problem. `now`: the event is over. Throws `package.…`. */
export async function readEvent(
  archive: Archive,
  { now, language }: { now: number; language: Language },
  found: Remarks,
): Promise<GameEvent | null> {
  const contents = await readPackage(archive, language);
  const event: GameEvent = {
    contents,
    accounts: await readRows(archive, 'accounts', found),
    teams: await readRows(archive, 'teams', found),
    answers: await readRows(archive, 'answers', found),
    awards: await readRows(archive, 'awards', found),
  };
  const { endTime } = contents.game;
  const ended = new Date(endTime).toISOString();
  if (endTime > now) found.refuse('game.json', 'endTime', 'event.running', { value: ended });
  if (found.problems.length > 0) return null;
  checkTeams(event, found);
  await checkFacts(event, found);
  event.answers.sort((a, b) => a.at - b.at);
  return found.problems.length > 0 ? null : event;
}
