import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/release/tests.ts');
