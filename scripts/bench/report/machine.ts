import { execFileSync } from 'node:child_process';
import os from 'node:os';

export interface Machine {
  cpu: string;
  cores: number;
  memoryMiB: number;
  system: string;
  node: string;
  commit: string;
  /** Load of the last minute before anything was started. */
  loadBefore: number;
}

function commit(): string {
  try {
    const run = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const changed = run('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes';
    return `${run('rev-parse', 'HEAD')}${changed}`;
  } catch {
    return 'unknown';
  }
}

export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryMiB: Math.round(os.totalmem() / 2 ** 20),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    commit: commit(),
    loadBefore: Math.round((os.loadavg()[0] ?? 0) * 100) / 100,
  };
}
