import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** SECRET_KEY of the dumps. */
export const releaseKey = 'key-of-the-dumps-of-released-versions';

export interface Release {
  version: string;
  commit: string;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../releases/${name}`, import.meta.url));

/** Every released version, oldest first. */
export const listReleases = (): Release[] => JSON.parse(readFileSync(pathOf('releases.json'), 'utf8')) as Release[];

/** A backup, without files, of a game that the version has played. */
export const dumpOf = (version: string): string => pathOf(`${version}.tar.gz`);
