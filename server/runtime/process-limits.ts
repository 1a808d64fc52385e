import { readFile } from 'node:fs/promises';

/** Files and sockets that this process may have open; null where the system does not say. */
export async function readOpenFilesMax(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (found === undefined) return null;
  return found === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(found);
}

export interface Memory {
  freeBytes: number;
  totalBytes: number;
}

const numberOf = async (path: string): Promise<number | null> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\d+\s*$/.test(text) ? Number(text) : null;
};

/** Of the machine, or of the container that limits this process; null where the system does not say. */
export async function readMemory(): Promise<Memory | null> {
  const info = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(info)?.[1] ?? Number.NaN) * 1024;
  const machine = { freeBytes: read('MemAvailable'), totalBytes: read('MemTotal') };
  const [limit, used, stat] = await Promise.all([
    numberOf('/sys/fs/cgroup/memory.max'),
    numberOf('/sys/fs/cgroup/memory.current'),
    readFile('/sys/fs/cgroup/memory.stat', 'utf8').catch(() => ''),
  ]);
  if (limit !== null && used !== null && !(limit > machine.totalBytes)) {
    // What files are cached in counts as used, and is given up when memory is needed.
    const cached = Number(/^inactive_file (\d+)/m.exec(stat)?.[1] ?? 0);
    return { freeBytes: Math.max(0, limit - used + cached), totalBytes: limit };
  }
  return Number.isNaN(machine.freeBytes) ? null : machine;
}
