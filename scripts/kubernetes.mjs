import { runTypescript } from './lib/run-typescript.mjs';

await runTypescript('scripts/kubernetes/main.ts');
