/** Builds all challenge images over the engine's API; needs neither the docker command nor BuildKit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Docker from 'dockerode';

const BASE_IMAGE = 'busybox:musl';
const PULL_WITHIN_MS = 60_000;
const LOCAL_BUSYBOX = ['/bin/busybox', '/usr/bin/busybox', '/usr/bin/busybox-static'];
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** The challenges of this folder: [{ name, image, folder, challenge }], by name. */
export async function listChallenges() {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules').map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const folder = join(FOLDER, name);
      const challenge = JSON.parse(await readFile(join(folder, 'challenge.json'), 'utf8'));
      return { name, image: `vexil/${name}:1`, folder, challenge };
    }),
  );
}

/** `dockerHost` is unix:///path or tcp://host:port. */
export async function buildChallengeImages({ dockerHost, log = () => {} } = {}) {
  const docker = openDocker(dockerHost);
  await ensureBaseImage(docker, log);
  const challenges = await listChallenges();
  for (const { name, image, folder } of challenges) {
    log(`Building ${image}`);
    const src = await listFiles(folder);
    const stream = await docker.buildImage({ context: folder, src }, { t: image, forcerm: true });
    await finished(docker, stream, `The image of ${name} could not be built`);
  }
  return challenges;
}

/** Pulls busybox:musl, or builds it from the local static busybox. */
export async function ensureBaseImage(docker, log = () => {}) {
  if (await hasImage(docker, BASE_IMAGE)) return;
  const local = await findStaticBusybox();
  try {
    log(`Pulling ${BASE_IMAGE}`);
    const stream = await docker.pull(BASE_IMAGE, { abortSignal: AbortSignal.timeout(PULL_WITHIN_MS) });
    await finished(docker, stream, `${BASE_IMAGE} could not be pulled`);
  } catch (error) {
    if (local === null) {
      const hint =
        'no registry answered, and this machine has no static busybox (Debian: apt-get install busybox-static)';
      throw new Error(`${BASE_IMAGE} is missing: ${hint}. ${error.message}`, { cause: error });
    }
    log(`No registry answered; making ${BASE_IMAGE} from ${local}`);
    await importBusybox(docker, local);
  }
}

function openDocker(dockerHost = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock') {
  if (dockerHost.startsWith('unix://')) return new Docker({ socketPath: dockerHost.slice('unix://'.length) });
  const { hostname, port } = new URL(dockerHost);
  return new Docker({ host: hostname, port: Number(port || 2375) });
}

async function hasImage(docker, image) {
  try {
    await docker.getImage(image).inspect();
    return true;
  } catch (error) {
    if (error.statusCode === 404) return false;
    throw error;
  }
}

async function listFiles(folder, prefix = '') {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = join(prefix, entry.name);
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
  return (await Promise.all(nested)).flat();
}

function finished(docker, stream, failure) {
  return new Promise((resolve, reject) => {
    stream.on('close', () => reject(new Error(`${failure}: the engine broke off.`)));
    docker.modem.followProgress(stream, (error) => {
      if (error) reject(new Error(`${failure}: ${error.message}`, { cause: error }));
      else resolve();
    });
  });
}

async function findStaticBusybox() {
  for (const path of LOCAL_BUSYBOX) if (await isStaticElf(path)) return path;
  return null;
}

/** No interpreter entry means no libraries needed. */
async function isStaticElf(path) {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    if (buffer.readUInt32BE(0) !== 0x7f454c46 || buffer[4] !== 2) return false;
    const [at, size, count] = [Number(buffer.readBigUInt64LE(32)), buffer.readUInt16LE(54), buffer.readUInt16LE(56)];
    const isInterpreter = (index) => buffer.readUInt32LE(at + index * size) === 3;
    return !Array.from({ length: count }, (_, index) => index).some(isInterpreter);
  } finally {
    await file.close();
  }
}

async function importBusybox(docker, busybox) {
  const root = await mkdtemp(join(tmpdir(), 'vexil-busybox-'));
  try {
    for (const folder of ['bin', 'etc', 'home', 'root', 'tmp', 'var']) await mkdir(join(root, folder));
    await chmod(join(root, 'tmp'), 0o1777);
    await copyFile(busybox, join(root, 'bin/busybox'));
    const applets = (await output(busybox, ['--list'])).split('\n').filter((name) => name !== '' && name !== 'busybox');
    for (const applet of applets) await symlink('busybox', join(root, 'bin', applet));
    await writeFile(
      join(root, 'etc/passwd'),
      'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/home:/bin/false\n',
    );
    await writeFile(join(root, 'etc/group'), 'root:x:0:\nnobody:x:65534:\n');
    const tar = spawn('tar', ['-C', root, '--owner=0', '--group=0', '--mode=a+rX', '-c', '.'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stream = await docker.importImage(tar.stdout, { repo: 'busybox', tag: 'musl', changes: 'CMD ["sh"]' });
    await finished(docker, stream, `${BASE_IMAGE} could not be imported`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function output(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildChallengeImages({ log: (line) => process.stdout.write(`${line}\n`) });
}
