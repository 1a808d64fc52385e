/**
 * PostgreSQL refuses to run as root. So root uses the account `postgres`, made when missing; where it cannot reach the
 * files, as in a clone below /root, it gets one capability instead of changed permissions.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';

/** @param {string} flag @returns {number | null} */
function idOfPostgres(flag) {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
}

function ensureAccount() {
  let uid = idOfPostgres('-u');
  if (uid === null) {
    const useradd = findProgram('useradd');
    if (useradd) {
      spawnSync(useradd, ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    }
    uid = idOfPostgres('-u');
  }
  const gid = idOfPostgres('-g');
  if (uid === null || gid === null) {
    throw new Failure(
      'PostgreSQL does not run as root, and the account "postgres" could not be made.\nRun Vexil as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
    );
  }
  return { uid, gid };
}

/**
 * How to run the programs of PostgreSQL here.
 * @typedef {{ uid?: number, gid?: number, owner: { uid: number, gid: number } | null, prefix: string[] }} Account
 *   `owner` of its files, `prefix` of the command
 * @param {string} program that must be executable
 * @param {string} directory that must be enterable; it belongs to the account
 * @param {{ uid: number, gid: number } | null} owner
 * @returns {Account}
 */
function accountFor(program, directory, owner) {
  if (owner === null) return { owner, prefix: [] };
  const reach = ['-c', 'cd "$1" && test -x "$2" && test -w .', 'sh', directory, program];
  if (spawnSync('/bin/sh', reach, { uid: owner.uid, gid: owner.gid, cwd: '/' }).status === 0) {
    return { ...owner, owner, prefix: [] };
  }
  const setpriv = findProgram('setpriv');
  for (const capability of setpriv ? ['dac_read_search', 'dac_override'] : []) {
    const prefix = [
      /** @type {string} */ (setpriv),
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      // Without it access(2), which PostgreSQL asks first, answers as if the capability were not there.
      '--securebits=+no_setuid_fixup',
      '--',
    ];
    const [command = '', ...args] = [...prefix, '/bin/sh', ...reach];
    if (spawnSync(command, args, { cwd: '/' }).status === 0) return { owner, prefix };
  }
  // A root without these capabilities, as in some containers: only the group of the account may pass.
  const parent = path.dirname(directory);
  const { uid, mode } = statSync(parent);
  if (uid === 0 && (mode & 0o7777) === 0o700) {
    chownSync(parent, 0, owner.gid);
    chmodSync(parent, 0o710);
    if (spawnSync('/bin/sh', reach, { uid: owner.uid, gid: owner.gid, cwd: '/' }).status === 0) {
      return { ...owner, owner, prefix: [] };
    }
    chmodSync(parent, 0o700);
  }
  throw new Failure(
    `PostgreSQL does not run as root, and the account "postgres" may not enter ${directory} or run ${program}.\nMove the clone and DATA_DIR out of folders that are closed to others, run Vexil as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The owner of PostgreSQL's files; null for the current account. */
export const postgresOwner = () => (process.getuid?.() === 0 ? ensureAccount() : null);
export { accountFor };
