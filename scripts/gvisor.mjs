import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/gvisor/main.ts');
