import { rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { namedRoutes } from '../src/reference/contract-modules';
import { writeClient } from './source';

// Started by `generateSources` of scripts/lib/build.mjs. Renamed, because a test may read it meanwhile.
const file = fileURLToPath(new URL('./vexil.ts', import.meta.url));
await writeFile(`${file}.new`, await writeClient(namedRoutes));
await rename(`${file}.new`, file);
