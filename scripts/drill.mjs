import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/drill/main.ts');
