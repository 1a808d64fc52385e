import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor seconds that processes have used so far; null on systems without /proc. */
export function cpuSeconds(pids: readonly number[]): number | null {
  if (process.platform !== 'linux') return null;
  let ticks = 0;
  for (const pid of pids) {
    try {
      // The second field is the name of the program and may hold anything.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process has ended; its use is not counted.
    }
  }
  return ticks / ticksPerSecond;
}

export function residentMiB(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
