// npm run docs:settings: writes the tables of docs/settings.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { writeTables } from './page';

const page = inRoot('docs/settings.md');
writeFileSync(page, writeTables(readFileSync(page, 'utf8')));
