import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { inRoot } from '../lib/paths.mjs';
import { isNode, type Node, visit } from './linear-time/expressions';

interface Check {
  file: string;
  line: number;
  /** Of the text that callers read; null where there is none. */
  key: string | null;
}

const makesIssue = new Set(['refine', 'addIssue', 'report']);

/** `field.ts` declares `report`, which adds every issue. */
const declaring = 'server/contract/field.ts';

function keyIn(values: unknown): string | null {
  const found: string[] = [];
  visit(values, null, ({ type, value, callee, arguments: given }, parent) => {
    const name = type === 'CallExpression' && isNode(callee) ? callee.name : undefined;
    const [first, second] = (given ?? []) as Node[];
    const key = name === 'problem' ? first : name === 'problemOf' ? second : undefined;
    if (key) found.push(String(key.value));
    else if (parent === null && typeof value === 'string' && value.startsWith('field.')) found.push(value);
  });
  return found[0] ?? null;
}

function checksIn(file: string, text: string): Check[] {
  const found: Check[] = [];
  visit(parseSync(file, text).program, null, (node) => {
    const { type, callee, arguments: given, start } = node;
    if (type !== 'CallExpression' || !isNode(callee)) return;
    const name = String(isNode(callee.property) ? callee.property.name : callee.name);
    if (!makesIssue.has(name)) return;
    const said = name === 'report' ? (given as unknown[])[2] : name === 'refine' ? (given as unknown[])[1] : given;
    found.push({ file, line: text.slice(0, Number(start)).split('\n').length, key: keyIn(said) });
  });
  return found;
}

/** All calls that refuse by a rule of ours, in folders or in a text. */
export function findChecks(folders: readonly string[], given?: string): Check[] {
  if (given !== undefined) return checksIn('given.ts', given);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && file !== declaring)
    .flatMap((file) => checksIn(file, readFileSync(inRoot(file), 'utf8')));
}
