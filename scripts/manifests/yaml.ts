import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/paths.mjs';

// It is CommonJS.
const yaml = createRequire(import.meta.url)('js-yaml');

/** @returns every document of a file of the repository */
export const readDocuments = <T>(file: string): T[] =>
  yaml.loadAll(readFileSync(inRoot(file), 'utf8'), null, { schema: yaml.YAML11_SCHEMA });
