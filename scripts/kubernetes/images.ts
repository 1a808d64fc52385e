import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../lib/find-program.mjs';
import { inRoot } from '../lib/paths.mjs';

export const PAUSE_IMAGE = 'docker.io/vexil/pause:1';
const SERVICE_IMAGE = 'docker.io/vexil/engine-test:1';

const tar = (...words: string[]) => execFileSync('tar', ['--owner=0', '--group=0', ...words]);

/** Pause and the service of the tests, over busybox, as `docker save` writes images. @returns the archive's path */
export function makeImages(directory: string): string {
  const root = path.join(directory, 'root');
  for (const folder of ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'run', 'srv', 'sys', 'tmp', 'var/tmp']) {
    mkdirSync(path.join(root, folder), { recursive: true });
  }
  for (const folder of ['tmp', 'var/tmp']) chmodSync(path.join(root, folder), 0o1777);
  const busybox = findProgram('busybox') ?? '';
  copyFileSync(busybox, path.join(root, 'bin/busybox'));
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).split('\n');
  for (const applet of applets.filter((name) => name !== '' && name !== 'busybox')) {
    symlinkSync('busybox', path.join(root, 'bin', applet));
  }
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  for (const file of ['serve', 'answer']) {
    copyFileSync(inRoot('docker/engine/testing/service', file), path.join(root, 'srv', file));
    chmodSync(path.join(root, 'srv', file), 0o755);
  }
  const archive = path.join(directory, 'archive');
  mkdirSync(archive);
  tar('-C', root, '-cf', path.join(archive, 'layer.tar'), '.');
  const layer = createHash('sha256')
    .update(readFileSync(path.join(archive, 'layer.tar')))
    .digest('hex');
  const images = { [PAUSE_IMAGE]: ['/bin/sleep', '2147483647'], [SERVICE_IMAGE]: ['/srv/serve'] };
  const manifest = Object.entries(images).map(([tag, command], at) => {
    const config = {
      architecture: { x64: 'amd64' }[process.arch as string] ?? process.arch,
      os: 'linux',
      config: { Cmd: command, Env: ['PATH=/bin'] },
      rootfs: { type: 'layers', diff_ids: [`sha256:${layer}`] },
    };
    writeFileSync(path.join(archive, `${at}.json`), JSON.stringify(config));
    return { Config: `${at}.json`, RepoTags: [tag], Layers: ['layer.tar'] };
  });
  writeFileSync(path.join(archive, 'manifest.json'), JSON.stringify(manifest));
  const file = path.join(directory, 'images.tar');
  tar('-C', archive, '-cf', file, '.');
  return file;
}
