import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRoutePaths } from './e2e/pages/entries';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const filesBelow = (folder: string) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) => at(`${folder}/${file}`));

const isGroup = ([name]: [string, unknown]) => name.endsWith('Endpoints');
const modules = await Promise.all(
  filesBelow('../server/contract')
    .filter((file) => file.endsWith('.endpoints.ts'))
    .map((file) => import(file) as Promise<Record<string, object>>),
);
/** As the client names them: `scoreboard.get`. */
const calls = modules
  .flatMap((module) => Object.entries(module).filter(isGroup))
  .flatMap(([name, group]) => Object.keys(group).map((call) => `${name.replace(/Endpoints$/, '')}.${call}`));

const code = filesBelow('src')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const used = new Set([...code.matchAll(/\b(\w+)Endpoints\.(\w+)\b/g)].map(([, group, call]) => `${group}.${call}`));

const docs = readFileSync(at('../docs/interface.md'), 'utf8');
/** Code of each cell of a table of two columns, without its head. */
function readTable(heading: string): [string[], string[]][] {
  const section = docs.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return [...section.matchAll(/^\| (.*) \| (.*) \|$/gm)]
    .slice(1)
    .map(([, left, right]) => [codeIn(left), codeIn(right)]);
}
const places = readTable('Calls and their pages');
const withoutPage = readTable('Calls without a page').flatMap(([names]) => names);

describe('the calls of the API', () => {
  it('are used by a page, or listed with the reason why not', () => {
    expect(calls.length).toBeGreaterThan(150);
    expect(calls.filter((call) => !used.has(call)).sort()).toEqual(withoutPage.toSorted());
  });

  it('have their pages listed, by group', async () => {
    const groups = new Set(calls.filter((call) => used.has(call)).map((call) => call.split('.')[0]));
    expect(places.flatMap(([names]) => names).sort()).toEqual([...groups].sort());
    const paths = await readRoutePaths();
    expect(places.flatMap(([, pages]) => pages).filter((page) => !paths.includes(page))).toEqual([]);
  });
});
