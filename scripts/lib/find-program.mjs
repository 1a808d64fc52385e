import { accessSync, constants } from 'node:fs';
import path from 'node:path';

// A user's PATH often lacks the folders system programs such as dockerd live in.
const usual = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/opt/homebrew/bin'];

/**
 * The absolute path of the first named program that exists.
 * @param {...string} names
 * @returns {string | null}
 */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), ...usual];
  for (const name of names) {
    for (const folder of folders) {
      const candidate = path.resolve(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}
