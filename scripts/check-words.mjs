// Lists retired words: `node scripts/check-words.mjs [folder or file …]`. Line 0 is the name of a file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './lib/paths.mjs';
import { checkWords } from './lib/retired-words.mjs';

const list = JSON.parse(readFileSync(inRoot('scripts/retired-words.json'), 'utf8'));
const chosen = process.argv.slice(2).map((one) => path.resolve(one));
const found = checkWords(root, list, chosen);
if (found.length > 0) {
  console.log([...found, `${found.length} retired words`].join('\n'));
  process.exitCode = 1;
}
