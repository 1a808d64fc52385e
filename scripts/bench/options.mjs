/** Read before anything starts, so that a mistake costs no time. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../lib/failure.mjs';
import { inRoot, root } from '../lib/paths.mjs';

export const rowNames = /** @type {const} */ ([
  'board',
  'unchanged',
  'details',
  'shared',
  'personal',
  'refusals',
  'first-page',
  'login',
  'provider',
  'wrong-flags',
  'right-flags',
  'burst',
  'paced',
  'draft',
  'expressions',
  'awards',
  'groups',
  'plans',
  'event-import',
  'mcp',
  'agents',
  'sockets',
  'rebuild',
  'start',
  'containers',
]);
const scenarioNames = /** @type {const} */ (['opening', 'sign-in', 'soak', 'scaling', 'web', 'proxy', 'containers']);
/** @type {Record<string, readonly string[]>} */
const groups = { reads: ['board', 'unchanged', 'details', 'shared', 'personal', 'refusals', 'first-page'] };

/** @typedef {(typeof rowNames)[number]} RowName */
/** @typedef {(typeof scenarioNames)[number]} ScenarioName */
/**
 * @typedef {object} BenchOptions
 * @property {boolean} smoke everything tiny and short: shows that it runs, says nothing about speed
 * @property {boolean} keep goes on with the data of the last run
 * @property {readonly RowName[]} rows none for a scenario
 * @property {ScenarioName | null} scenario
 * @property {readonly string[]} answers parts of names; the rows of reads leave out the other answers; all when empty
 * @property {number | null} players of the opening minute; null for all
 * @property {number} minutes of the soak or the churn of containers
 * @property {string} seed
 * @property {string | null} against another built checkout whose server takes turns with ours, absolute
 * @property {string} data directory of PostgreSQL, Redis and logs, absolute
 * @property {string} output file, absolute
 */

const usage = `npm run bench -- [options]
  --smoke              tiny and short; fails when a row does not run, whatever its value
  --only <row,…>       of ${rowNames.join(', ')}
                       or reads, which are the first ${groups.reads?.length} of them
  --answers <text,…>   in the rows of reads only answers whose names contain one of these, such as 403
  --against <directory> a built checkout of another commit, whose server takes turns with ours in the rows of reads and in web
  --scenario <name>    ${scenarioNames.join(', ')}, in place of the rows
  --players <n>        of the opening minute and of the one with sign-ins (5000)
  --minutes <n>        length of the soak (10) and of the churn of containers (5)
  --seed <word>        of the competition
  --data <directory>   where PostgreSQL and Redis keep theirs (.data-bench)
  --keep               goes on with the data of the last run
  --output <file>      where the JSON goes (bench-results/<time>.json)`;

/** @param {string} list @param {readonly string[]} known @param {string} what */
function readNames(list, known, what) {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Failure(`There is no ${what} ${unknown}. There are: ${known.join(', ')}.`);
  return names;
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        smoke: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        only: { type: 'string' },
        answers: { type: 'string', default: '' },
        players: { type: 'string' },
        against: { type: 'string' },
        scenario: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string', default: 'saltmark' },
        data: { type: 'string', default: '.data-bench' },
        output: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** @param {string | undefined} directory @returns {string | null} absolute */
function readAgainst(directory) {
  if (directory === undefined) return null;
  const against = path.resolve(directory);
  if (!existsSync(path.join(against, 'dist/server/main.mjs'))) {
    throw new Failure(`${against} holds no built checkout. Run there: npm run build`);
  }
  if (readJournal(against) === readJournal(root)) return against;
  throw new Failure(`${against} has other migrations: a server does not use the database of a newer one.`);
}

/** @param {string} checkout */
const readJournal = (checkout) => readFileSync(path.join(checkout, 'db/migrations/meta/_journal.json'), 'utf8');

/** @param {string | undefined} text */
function readPlayers(text) {
  const players = text === undefined ? null : Number(text);
  if (players === null || (Number.isInteger(players) && players >= 20)) return players;
  throw new Failure('--players must be a whole number of at least 20.');
}

/**
 * @param {readonly string[]} args @param {Date} now names the result @returns {BenchOptions}
 * @throws {Failure} with a line to read
 */
export function readOptions(args, now = new Date()) {
  const values = parse(args);
  const scenario = values.scenario === undefined ? null : readNames(values.scenario, scenarioNames, 'scenario')[0];
  const wanted =
    values.only === undefined ? rowNames : readNames(values.only, [...rowNames, ...Object.keys(groups)], 'row');
  const only = wanted.flatMap((name) => groups[name] ?? [name]);
  const minutes = Number(values.minutes ?? (values.smoke ? 0.2 : scenario === 'containers' ? 5 : 10));
  if (!(minutes > 0 && minutes <= 24 * 60)) throw new Failure('--minutes must be a number of minutes, such as 10.');
  const name = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return {
    smoke: values.smoke,
    keep: values.keep,
    rows: scenario ? [] : /** @type {RowName[]} */ (rowNames.filter((row) => only.includes(row))),
    scenario: /** @type {ScenarioName | null} */ (scenario ?? null),
    answers: values.answers.split(',').filter(Boolean),
    players: readPlayers(values.players),
    minutes,
    against: readAgainst(values.against),
    seed: values.seed,
    data: path.resolve(inRoot(), values.data),
    output: path.resolve(values.output ?? inRoot('bench-results', `${scenario ?? 'table'}-${name}.json`)),
  };
}
