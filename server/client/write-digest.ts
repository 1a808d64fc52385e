import { writeFile } from 'node:fs/promises';
import { namedRoutes } from '../src/reference/contract-modules';
import { digestFile, digestOf } from './digest';

// `npm run contract:digest`
await writeFile(digestFile, digestOf(namedRoutes));
