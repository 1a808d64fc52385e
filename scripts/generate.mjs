import { generateSources } from './lib/build.mjs';

await generateSources();
