import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { processIdentity } from './process-identity.mjs';

/** @param {string} file @returns {{ pid: number, identity: string } | null} */
function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * The directory holds uploads, logs and databases. An existing one is closed too, unless it is shared such as /tmp, or
 * belongs to another account.
 * @param {string} directory
 */
function closeDirectory(directory) {
  const { mode, uid } = statSync(directory);
  if (process.platform === 'win32' || (mode & 0o1000) !== 0 || uid !== process.getuid?.()) return;
  if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
}

/**
 * Node's own `recursive` never returns for a place such as /proc/x.
 * @param {string} directory absolute
 */
function makeDirectory(directory) {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  if (path.dirname(directory) !== directory) makeDirectory(path.dirname(directory));
  mkdirSync(directory);
}

/** @param {string} file @param {string} mine a file that names this process */
function takeLock(file, mine) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      // A link either makes the whole lock or fails because there is one.
      linkSync(mine, file);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = readOwner(file);
    if (owner && processIdentity(owner.pid) === owner.identity) {
      throw new Failure(
        `Vexil already runs on ${path.dirname(path.dirname(file))} (process ${owner.pid}). Stop it first, or choose another directory with DATA_DIR.`,
      );
    }
    // Moved before it is removed: of two that find the same dead owner, only one can move the file. If a living owner
    // replaced it meanwhile, it is put back.
    const aside = `${mine}.dead`;
    try {
      renameSync(file, aside);
      const moved = readOwner(aside);
      if (moved && processIdentity(moved.pid) === moved.identity) linkSync(aside, file);
      unlinkSync(aside);
    } catch {
      // Another start won the race; try again.
    }
  }
  throw new Failure(`The lock ${file} cannot be taken.`);
}

/**
 * Opens a deployment's data directory with an exclusive lock.
 * @param {string} directory absolute @throws {Failure} when it cannot be used or another process uses it
 */
export function openDataDir(directory) {
  const run = path.join(directory, 'run');
  const mine = path.join(run, `${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    makeDirectory(run);
    closeDirectory(directory);
    writeFileSync(mine, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const reason =
      {
        EACCES: 'this user may not write there',
        EPERM: 'this user may not write there',
        ENOSPC: 'the disk is full',
        EROFS: 'the file system is read-only',
        ENOTDIR: 'a part of the path is a file',
        EEXIST: 'it is a file',
        ENOENT: 'no directory can be made there',
      }[String(code)] ?? String(code);
    throw new Failure(`The data directory ${directory} cannot be used: ${reason}. Choose another one with DATA_DIR.`);
  }
  const lock = path.join(run, 'lock');
  try {
    takeLock(lock, mine);
  } finally {
    rmSync(mine, { force: true });
  }
  return {
    directory,
    run,
    /** @param {...string} parts */
    file: (...parts) => path.join(directory, ...parts),
    /** Also removes the directory when it is empty. */
    release() {
      rmSync(lock, { force: true });
      for (const folder of [run, directory]) {
        if (readdirSync(folder).length > 0) return;
        rmdirSync(folder);
      }
    },
  };
}

/** @typedef {ReturnType<typeof openDataDir>} DataDir */

/** @param {string} directory absolute @returns {boolean} whether a living process has its lock */
export function isInUse(directory) {
  const owner = readOwner(path.join(directory, 'run', 'lock'));
  return owner !== null && processIdentity(owner.pid) === owner.identity;
}

/**
 * Creates the file, readable by its owner only, when missing.
 * @param {string} file @param {() => string} [make]
 */
export function keepSecret(file, make = () => randomBytes(32).toString('hex')) {
  try {
    const kept = readFileSync(file, 'utf8').trim();
    if (kept !== '') return kept;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const secret = make();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secret;
}

/** @param {string} file */
export const exists = (file) => statSync(file, { throwIfNoEntry: false }) !== undefined;
