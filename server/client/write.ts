import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { namedRoutes } from '../src/reference/contract-modules';
import { writeClient } from './source';

// `npm run client:generate`
await writeFile(fileURLToPath(new URL('./vexil.ts', import.meta.url)), await writeClient(namedRoutes));
