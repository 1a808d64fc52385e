import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import type { Drill } from './drill';
import { checkNothingLost } from './load';
import { observe, openScene } from './scene';

const mib = 1024 * 1024;
const sizeMiB = 800;
/** Less than the 64 MiB below which nothing is stored. */
const lowMiB = 40;
const fullMs = 20_000;

/** A file system of its own, in memory. */
function mountDisk(lifecycle: Lifecycle, directory: string): string {
  const disk = path.join(directory, 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=755`, 'vexil-drill', disk]);
  if (status !== 0) throw new Failure('This drill mounts a disk of its own, which takes root on Linux.');
  lifecycle.onStop(async () => void spawnSync('umount', ['--lazy', disk]));
  return disk;
}

const freeBytes = (disk: string) => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

/** Writes until so much is left, or until nothing goes on it. */
function fill(disk: string, leftBytes: number): void {
  const file = openSync(path.join(disk, 'filler'), 'a');
  try {
    while (freeBytes(disk) > leftBytes) writeSync(file, Buffer.alloc(Math.min(mib, freeBytes(disk) - leftBytes)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** The disk of database, Redis and files runs low and then full, while players play. */
export const diskFull: Drill = {
  name: 'disk-full',
  summary: 'the disk of database, Redis and files fills up under load (as root)',
  async run(lifecycle, report) {
    const disk = (directory: string) => mountDisk(lifecycle, directory);
    const { deployment, game, load, ports } = await openScene(lifecycle, { disk });
    const database = deployment.openDatabase();
    const whileFilled = async (leftBytes: number) => {
      fill(deployment.disk, leftBytes);
      await sleep(fullMs / 2);
      // Whatever became free meanwhile.
      fill(deployment.disk, leftBytes);
      await sleep(fullMs / 2);
      const board = await fetch(`http://127.0.0.1:${ports[0]}/api/game/${game.gameId}/scoreboard`);
      report.fact(`board with ${leftBytes / mib} MiB free`, board.status);
      rmSync(path.join(deployment.disk, 'filler'));
    };
    await observe(report, load, `${lowMiB} MiB free for 20 s`, () => whileFilled(lowMiB * mib));
    await observe(report, load, 'nothing free for 20 s', () => whileFilled(0));
    await checkNothingLost(report, { database, game, load, ports });
  },
};
