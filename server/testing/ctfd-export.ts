// Exports of CTFd as its administration writes them, and its standings by its own rules.

import { createHash } from 'node:crypto';
import { convertEntries } from '@vexil/code/testing/event';

type Row = Record<string, unknown>;
export type CtfdTables = Record<string, Row[]>;

const when = (ms: number) => new Date(ms).toISOString().replace(/\.000Z$|Z$/, '');
export const eventStart = Date.parse('2024-03-01T10:00:00Z');
export const eventEnd = eventStart + 48 * 3_600_000;

interface Size {
  teams: number;
  /** Of each team; null for an event of single players. */
  members: number | null;
  challenges: number;
  submissions: number;
  awards: number;
  seed: number;
  password?: (index: number) => string | null;
}

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const config = (mode: 'users' | 'teams'): Row[] =>
  Object.entries({
    ctf_name: 'Steam CTF',
    user_mode: mode,
    start: `${eventStart / 1000}`,
    end: `${eventEnd / 1000}`,
    freeze: null,
    verify_emails: 'true',
    mail_password: 'never imported',
  }).map(([key, value], index) => ({ id: index + 1, key, value }));

function makeChallenges(count: number): Row[] {
  const kinds: Row[] = [
    { type: 'standard', function: 'static', initial: null, minimum: null, decay: null },
    { type: 'dynamic', function: 'linear', initial: 500, minimum: 100, decay: 7 },
    { type: 'dynamic', function: 'logarithmic', initial: 500, minimum: 50, decay: 30 },
  ];
  return Array.from({ length: count }, (_, index) => ({
    ...{ id: 10 + 3 * index, name: `Challenge ${index}`, description: `Text <b>${index}</b>`, category: 'web' },
    ...{ value: 100 + 10 * (index % 5), state: 'visible', max_attempts: 0, requirements: null, next_id: null },
    ...kinds[index % kinds.length],
  }));
}

/** As CTFd computes and stores it with each solve. */
function storeValues(tables: CtfdTables, mode: 'users' | 'teams'): void {
  const owners = tables[mode] ?? [];
  const shown = new Set(owners.filter(({ hidden, banned }) => !hidden && !banned).map(({ id }) => id));
  const key = mode === 'users' ? 'user_id' : 'team_id';
  for (const challenge of tables.challenges ?? []) {
    const { id, initial, minimum, decay } = challenge as {
      id: number;
      initial: number;
      minimum: number;
      decay: number;
    };
    if (challenge.function === 'static') continue;
    const solves = (tables.solves ?? []).filter((one) => one.challenge_id === id && shown.has(one[key])).length;
    const later = Math.max(solves - 1, 0);
    const value =
      challenge.function === 'linear'
        ? Math.ceil(initial - decay * later)
        : Math.ceil(((minimum - initial) / decay ** 2) * later ** 2 + initial);
    challenge.value = Math.max(minimum, value);
  }
}

/** Solves, wrong answers and awards at random. */
export function makeExport(size: Size): CtfdTables {
  const random = createRandom(size.seed);
  const mode = size.members === null ? 'users' : 'teams';
  const each = size.members ?? 1;
  const owner = (index: number) => ({ hidden: index % 17 === 5, banned: index % 23 === 7 });
  const users = Array.from({ length: size.teams * each }, (_, index) => ({
    ...{
      id: 2 + index,
      name: `rider ${index}.${size.seed}`,
      email: `rider${index}.${size.seed}@ctfd.example`,
      type: index === 0 ? 'admin' : 'user',
    },
    ...{ password: size.password?.(index) ?? null, verified: true, created: when(eventStart - 1e6), team_id: null },
    ...(mode === 'users' ? owner(index) : { team_id: 5 + Math.floor(index / each), hidden: false, banned: false }),
  }));
  const teams = Array.from({ length: mode === 'teams' ? size.teams : 0 }, (_, index) => ({
    ...{ id: 5 + index, name: `team number ${index}`, captain_id: 2 + each * index + (index % each), ...owner(index) },
  }));
  const challenges = makeChallenges(size.challenges);
  const hints = challenges.map(({ id }, index) => ({
    id: index + 1,
    challenge_id: id,
    content: `Hint of ${id}`,
    cost: 10,
  }));
  const flags = challenges.map(({ id }, index) => {
    return { id: index + 1, challenge_id: id, type: 'static', content: `flag{${id}}`, data: '' };
  });
  const done = new Set<string>();
  const solves: Row[] = [];
  const actOf = (user: (typeof users)[number]) => ({ user_id: user.id, team_id: user.team_id });
  const submissions = Array.from({ length: size.submissions }, (_, index) => {
    const user = users[random(users.length)] as (typeof users)[number];
    const { id: challenge_id } = challenges[random(challenges.length)] as { id: number };
    const key = `${user.team_id ?? user.id} ${challenge_id}`;
    const isRight = random(3) === 0 && done.size < done.add(key).size;
    const id = index + 1;
    const date = when(eventStart + 1000 + Math.floor((index / size.submissions) * (eventEnd - eventStart - 5000)));
    if (isRight) solves.push({ id, challenge_id, ...actOf(user) });
    const provided = isRight ? `flag{${challenge_id}}` : `flag{wrong ${index} \u0000 "\\ ]}`;
    return {
      id,
      challenge_id,
      ...actOf(user),
      ip: '203.0.113.9',
      provided,
      type: isRight ? 'correct' : 'incorrect',
      date,
    };
  });
  const taken = new Set<string>();
  const awards = Array.from({ length: size.awards }, (_, index) => {
    const user = users[random(users.length)] as (typeof users)[number];
    const hint = 1 + random(hints.length);
    const isHint = index % 2 === 0 && taken.size < taken.add(`${user.team_id ?? user.id} ${hint}`).size;
    const date = when(eventStart + 2000 + random(eventEnd - eventStart - 5000));
    const what = isHint
      ? { name: `Hint ${hint}`, category: 'hints', value: -10 }
      : { name: 'Bonus', category: 'x', value: 25 };
    return { id: index + 1, ...actOf(user), type: 'standard', description: '', date, ...what };
  });
  const tables: CtfdTables = {
    ...{ config: config(mode), users, teams, challenges, hints, flags, submissions, solves, awards },
    ...{ files: [], tags: [], unlocks: [], tracking: [{ id: 1, ip: '203.0.113.9', user_id: 2 }], pages: [] },
  };
  storeValues(tables, mode);
  return tables;
}

/** A table without rows is an empty file. */
export const exportEntries = (tables: CtfdTables, uploads: Record<string, Buffer> = {}): Record<string, Buffer> => ({
  ...Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      `db/${name}.json`,
      Buffer.from(rows.length === 0 ? '' : JSON.stringify({ count: rows.length, results: rows, meta: {} })),
    ]),
  ),
  ...Object.fromEntries(Object.entries(uploads).map(([path, content]) => [`uploads/${path}`, content])),
});

/** As the server reads it. */
export async function eventOf(tables: CtfdTables, uploads?: Record<string, Buffer>): Promise<Buffer> {
  const { content, problems } = await convertEntries(exportEntries(tables, uploads));
  if (!content) throw new Error(JSON.stringify(problems));
  return Buffer.from(content);
}

export const uploadPath = (name: string) => `${createHash('md5').update(name).digest('hex')}/${name}`;

/** By `get_standings`: the sum of the current values and of the awards; who reached it first is ahead. */
export function ctfdStandings(tables: CtfdTables): { name: unknown; score: number; last: number }[] {
  const mode = tables.config?.find(({ key }) => key === 'user_mode')?.value as 'users' | 'teams';
  const key = mode === 'users' ? 'user_id' : 'team_id';
  const values = new Map((tables.challenges ?? []).map(({ id, value }) => [id, value as number]));
  const dates = new Map((tables.submissions ?? []).map(({ id, date }) => [id, Date.parse(`${date}Z`)]));
  const rows = [
    ...(tables.solves ?? []).map((one) => ({
      of: one[key],
      value: values.get(one.challenge_id) ?? 0,
      at: dates.get(one.id) ?? 0,
      id: one.id,
    })),
    ...(tables.awards ?? []).map((one) => ({
      of: one[key],
      value: one.value as number,
      at: Date.parse(`${one.date}Z`),
      id: one.id,
    })),
  ];
  return (tables[mode] ?? [])
    .filter(({ hidden, banned }) => !hidden && !banned)
    .map(({ id, name }) => {
      const own = rows.filter(({ of, value }) => of === id && value !== 0);
      return {
        id: id as number,
        name,
        score: own.reduce((sum, { value }) => sum + value, 0),
        last: Math.max(0, ...own.map(({ at }) => at)),
      };
    })
    .sort((a, b) => b.score - a.score || a.last - b.last || a.id - b.id);
}
