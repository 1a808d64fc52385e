import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

const childrenOf = (pid: number) => {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Of a server with the processes that it has started, such as the one that hashes passwords. */
export const withChildren = (pids: readonly number[]): number[] => pids.flatMap((pid) => [pid, ...childrenOf(pid)]);

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
