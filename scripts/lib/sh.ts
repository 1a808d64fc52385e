import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** @returns what it wrote; rejects when it fails. */
export async function sh(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { maxBuffer: 1 << 26 });
  return stdout;
}
