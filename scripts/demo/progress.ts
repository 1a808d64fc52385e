import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a later start on the same data continues from. */
export interface Progress {
  seed: string;
  playedMs: number;
}

const fileIn = (directory: string) => path.join(directory, 'demo.json');

/** undefined before the first start, or when the file cannot be read. */
export function loadProgress(directory: string): Progress | undefined {
  try {
    const { seed, playedMs } = JSON.parse(readFileSync(fileIn(directory), 'utf8')) as Partial<Progress>;
    return typeof seed === 'string' && typeof playedMs === 'number' ? { seed, playedMs } : undefined;
  } catch {
    return undefined;
  }
}

export function saveProgress(directory: string, progress: Progress): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${fileIn(directory)}.new`, JSON.stringify(progress));
  renameSync(`${fileIn(directory)}.new`, fileIn(directory));
}
