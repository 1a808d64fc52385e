import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/settings/main.ts');
