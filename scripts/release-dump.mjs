import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/release/main.ts');
