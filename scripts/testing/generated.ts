import { generateSources } from '../lib/build.mjs';

export default generateSources;
