import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperateError } from '../operate-error';

const keyLengthMin = 32;

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The key in the file, or a random one that is stored there first: it must be known before anything is sealed with it. */
export async function readOrMakeKey(path: string): Promise<string> {
  const known = await readIfThere(path);
  if (known === null) {
    const made = randomBytes(32).toString('hex');
    await writeFile(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return made;
  }
  if (known.length < keyLengthMin) throw new OperateError(`${path}: a key has at least ${keyLengthMin} characters.`);
  return known;
}

/**
 * Puts the new key where `npm start` keeps the old one, which stays beside it as `key.previous`.
 * @returns the path, or null where the old key is kept elsewhere
 */
export async function replaceStoredKey(dataDir: string, from: string, to: string): Promise<string | null> {
  const path = join(dataDir, 'secrets', 'key');
  if ((await readIfThere(path)) !== from) return null;
  await writeFile(`${path}.previous`, `${from}\n`, { mode: 0o600, flush: true });
  await writeFile(`${path}.next`, `${to}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.next`, path);
  return path;
}
