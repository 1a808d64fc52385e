import { accessSync, constants } from 'node:fs';
import path from 'node:path';

// A user's PATH often lacks the folders of system programs such as dockerd.
const usual = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/opt/homebrew/bin'];

/**
 * The first program that exists, as an absolute path.
 * @param {...string} names @returns {string | null}
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
