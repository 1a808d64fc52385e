import { readFileSync } from 'node:fs';
import yaml from 'js-yaml';
import { inRoot } from '../lib/paths.mjs';

/** @returns every document of a file of the repository */
export const readDocuments = <T>(file: string): T[] => yaml.loadAll(readFileSync(inRoot(file), 'utf8')) as T[];
