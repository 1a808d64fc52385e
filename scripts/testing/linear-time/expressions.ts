import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Program, parseSync } from 'oxc-parser';
import { inRoot } from '../../lib/paths.mjs';

const product = ['db', 'server', 'workers', 'docker/engine', 'web/src'];
const notShipped = /\.test\.|(^|\/)testing\/|^server\/client\/(source|write)\.ts$|\.d\.ts$/;

export interface Expression {
  file: string;
  source: string;
  flags: string;
  /** Its matches are all looked for, not the first alone. */
  isRepeated: boolean;
}

export interface RuleFunction {
  file: string;
  name: string;
  /** Types as they are written; null where there is none. */
  parameters: { name: string; type: string | null }[];
  isAsync: boolean;
}

interface SourceFile {
  file: string;
  expressions: Expression[];
  /** Calls of `RegExp` whose pattern is put together when they run. */
  composed: number;
  /** Its short texts, which are what its loops look for. */
  words: string[];
  functions: RuleFunction[];
}

export type Node = Record<string, unknown> & { type: string };
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function visit(value: unknown, parent: Node | null, found: (node: Node, parent: Node | null) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, parent, found);
  else if (isNode(value)) {
    found(value, parent);
    for (const key of Object.keys(value)) visit(value[key], value, found);
  }
}

const everywhere = new Set(['split', 'matchAll', 'replaceAll']);

function isRepeatedIn(parent: Node | null): boolean {
  const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  const property = isNode(callee) ? callee.property : undefined;
  return isNode(property) && everywhere.has(String(property.name));
}

const isRegExp = ({ type, callee }: Node) =>
  (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp';

const wordLengthMax = 40;

function functionsOf(file: string, text: string, program: Program): RuleFunction[] {
  const typeOf = (parameter: Node, named: Node): string | null => {
    const annotation = named.typeAnnotation as (Node & { start: number; end: number }) | null | undefined;
    if (!annotation) return typeof (parameter.right as Node | undefined)?.value === 'string' ? 'string' : null;
    return text
      .slice(annotation.start + 1, annotation.end)
      .replace(/\s+/g, ' ')
      .trim();
  };
  const parameterOf = (parameter: Node) => {
    const named = parameter.type === 'AssignmentPattern' ? (parameter.left as Node) : parameter;
    return { name: String(named.name ?? ''), type: typeOf(parameter, named) };
  };
  const named = (program.body as unknown as Node[]).flatMap((statement): [name: string, value: Node][] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (!isNode(declared)) return [];
    if (declared.type === 'FunctionDeclaration') return [[String((declared.id as Node).name), declared]];
    if (declared.type !== 'VariableDeclaration') return [];
    return (declared.declarations as Node[]).flatMap(({ id, init }) =>
      isNode(init) && init.type === 'ArrowFunctionExpression' ? [[String((id as Node).name), init]] : [],
    );
  });
  return named.map(([name, { params, async }]) => ({
    file,
    name,
    parameters: (params as Node[]).map(parameterOf),
    isAsync: async === true,
  }));
}

export function readSource(file: string, text: string): SourceFile {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const source: SourceFile = { file, expressions: [], composed: 0, words: [], functions: [] };
  visit(program, null, (node, parent) => {
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      source.expressions.push({ file, source: pattern, flags, isRepeated: /[gy]/.test(flags) || isRepeatedIn(parent) });
    }
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value && node.value.length <= wordLengthMax)
      source.words.push(node.value);
    if (isRegExp(node)) source.composed += 1;
  });
  source.functions = functionsOf(file, text, program);
  return source;
}

/** The sources of the product, without its tests and what only they use. */
export function readProduct(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...product], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !notShipped.test(file))
    .map((file) => readSource(file, readFileSync(inRoot(file), 'utf8')));
}
