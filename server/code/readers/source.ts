import type { z } from 'zod';
import type { Remark } from '../model';
import { nearest } from './nearest';
import { folderOf } from './paths';
import { Plain, plainValue } from './plain-scalar';

export type Tree = string | number | boolean | null | undefined | Plain | Tree[] | { [key: string]: Tree };

export type Findings = { problems: Remark[]; losses: Remark[] };

export const isMapping = (tree: unknown): tree is Record<string, Tree> =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof Plain);

/** A descriptor with the lines of its members. */
export class Source {
  constructor(
    readonly file: string,
    readonly tree: Tree,
    readonly lines?: WeakMap<object, Map<string, number>>,
    readonly outer: { field: string; line: number } | null = null,
  ) {}

  get folder(): string {
    return folderOf(this.file);
  }

  get(field: string): Tree {
    return field.split('.').reduce<Tree>((tree, member) => {
      const isInside = typeof tree === 'object' && tree !== null && Object.hasOwn(tree, member);
      return isInside ? (tree as Record<string, Tree>)[member] : undefined;
    }, this.tree);
  }

  has(field: string): boolean {
    return this.get(field) !== undefined;
  }

  /** A member as a source of its own. */
  part(field: string): Source {
    return new Source(this.file, this.get(field), this.lines, { field: `${field}.`, line: this.line(field) ?? 1 });
  }

  /** Of the last member of the path that has a line. */
  line(field: string): number | null {
    if (!this.lines) return null;
    let tree = this.tree;
    let line = this.outer?.line ?? 1;
    for (const member of field.split('.')) {
      if (typeof tree !== 'object' || tree === null || tree instanceof Plain) break;
      line = this.lines.get(tree)?.get(member) ?? line;
      tree = (tree as Record<string, Tree>)[member];
    }
    return line;
  }

  remark(field: string, what: Remark['what'], values: Remark['values'] = {}): Remark {
    return { file: this.file, line: this.line(field), field: `${this.outer?.field ?? ''}${field}`, what, values };
  }
}

/** Names members that have no place here. */
function lose(source: Source, found: Findings, fields: readonly string[]): void {
  const set = fields.filter((field) => !isEmpty(source.get(field)));
  found.losses.push(...set.map((field) => source.remark(field, 'field.noPlace')));
}

/**
 * Reads a source by a schema: what is wrong are problems, unknown keys are losses. `lost` are known ones without a place
 * here, `ignored` those that say nothing about a competition.
 */
export function readShape<Schema extends z.ZodType>(
  source: Source,
  schema: Schema,
  found: Findings,
  { lost = [], ignored = [] }: { lost?: readonly string[]; ignored?: readonly string[] } = {},
): { input: z.input<Schema>; output: z.output<Schema> } | null {
  const input = shape(source.tree, schema, [], (field, what, values) => {
    if (lost.includes(field) || ignored.includes(field)) return;
    found.losses.push(source.remark(field, what, values));
  });
  lose(source, found, lost);
  const parsed = schema.safeParse(input);
  if (parsed.success) return { input: input as z.input<Schema>, output: parsed.data };
  found.problems.push(...parsed.error.issues.map((issue) => issueRemark(source, issue.path.join('.'), issue)));
  return null;
}

export function issueRemark(source: Source, field: string, issue: z.core.$ZodIssue): Remark {
  switch (issue.code) {
    case 'invalid_type':
      if (isEmpty(source.get(field))) return source.remark(field, 'field.missing');
      return source.remark(field, 'field.type', { expected: issue.expected });
    case 'too_big':
      return source.remark(field, 'field.tooLong', { limit: Number(issue.maximum) });
    case 'too_small':
      return source.remark(field, 'field.tooSmall', { limit: Number(issue.minimum) });
    case 'invalid_value':
      return source.remark(field, 'field.oneOf', { expected: issue.values.map(String).join(', ') });
    case 'invalid_union':
      return unionRemark(source, field, issue.errors);
    default:
      return source.remark(field, 'field.invalid', { reason: reasonOf(issue) });
  }
}

/** Of the form that the member has. */
function unionRemark(source: Source, field: string, forms: readonly z.core.$ZodIssue[][]): Remark {
  const [issue] = forms.find(([first]) => first && (first.code !== 'invalid_type' || first.path.length > 0)) ?? [];
  if (issue) return issueRemark(source, [field, ...issue.path].join('.'), issue);
  const expected = forms.flatMap((form) =>
    form.map((each) => (each.code === 'invalid_type' ? each.expected : each.code)),
  );
  return source.remark(field, 'field.type', { expected: expected.join(' or ') });
}

/** The contract's own rules name a problem instead of a message. */
function reasonOf(issue: z.core.$ZodIssue): string {
  const named = issue.code === 'custom' ? issue.params?.problem : undefined;
  return typeof named === 'string' ? named : issue.message;
}

type Report = (field: string, what: Remark['what'], values: Remark['values']) => void;
type Path = readonly (string | number)[];

/** A plain scalar becomes what the schema asks for: a text as it was written, or the value of YAML 1.1. */
function shape(tree: Tree, type: z.core.$ZodType, path: Path, report: Report): unknown {
  const { def } = (type as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
      return isEmpty(tree) ? emptyOf(type) : shape(tree, def.innerType, path, report);
    case 'pipe':
      return shape(tree, def.in, path, report);
    case 'object':
      return isMapping(tree) ? shapeObject(tree, def, path, report) : plain(tree);
    case 'record':
      if (!isMapping(tree)) return plain(tree);
      return fromEntries(tree, (member, key) => shape(member, def.valueType, [...path, key], report));
    case 'array':
      if (!Array.isArray(tree)) return plain(tree);
      return tree.map((item, index) => shape(item, def.element, [...path, index], report));
    case 'union':
      return shape(tree, chooseOption(tree, def.options), path, report);
    case 'string':
    case 'enum':
    case 'literal':
      // In a list, `null` is a text like others.
      return isEmpty(tree) && !(typeof path.at(-1) === 'number' && String(tree) !== '') ? undefined : asText(tree);
    case 'number':
      return asNumber(tree);
    default:
      return plain(tree);
  }
}

export const isEmpty = (tree: Tree) =>
  tree === null || tree === undefined || (tree instanceof Plain && plainValue(String(tree)) === null);

/** An empty member is as absent, unless null has a meaning. */
function emptyOf(type: z.core.$ZodType): null | undefined {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable') return null;
  return def.type === 'optional' || def.type === 'default' || def.type === 'prefault'
    ? emptyOf(def.innerType)
    : undefined;
}

function membersOf(type: z.core.$ZodType): string[] {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return membersOf(def.innerType);
  return def.type === 'object' ? Object.keys(def.shape) : [];
}

function shapeObject(tree: Record<string, Tree>, def: z.core.$ZodObjectDef, path: Path, report: Report) {
  const known = Object.keys(def.shape);
  const own = def.shape.vexil ? membersOf(def.shape.vexil) : [];
  return fromEntries(tree, (member, key) => {
    const inner = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
    if (inner) return shape(member, inner, [...path, key], report);
    if (def.catchall) return plain(member);
    const near = own.includes(key) ? `vexil.${key}` : nearest(key, known);
    const field = [...path, key].join('.');
    if (near) report(field, 'key.unknownNear', { value: key, nearest: near });
    else report(field, 'key.unknown', { value: key });
    return undefined;
  });
}

const fromEntries = (tree: Record<string, Tree>, member: (value: Tree, key: string) => unknown) =>
  Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, member(value, key)]));

function chooseOption(tree: Tree, options: readonly z.core.$ZodType[]): z.core.$ZodType {
  const value = plain(tree);
  const kinds = Array.isArray(value)
    ? ['array']
    : typeof value === 'object' && value !== null
      ? ['object', 'record', 'union']
      : tree instanceof Plain && typeof value !== 'string'
        ? [typeof value, 'literal', 'enum', 'string']
        : ['literal', 'enum', 'string', 'number', 'boolean'];
  for (const kind of kinds) {
    const option = options.find((type) => baseKind(type) === kind);
    if (option) return option;
  }
  return options[0] as z.core.$ZodType;
}

function baseKind(type: z.core.$ZodType): string {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return baseKind(def.in);
  return 'innerType' in def && def.type !== 'promise' ? baseKind(def.innerType as z.core.$ZodType) : def.type;
}

export const asText = (tree: Tree) =>
  tree instanceof Plain || typeof tree === 'number' || typeof tree === 'boolean' ? String(tree) : plain(tree);

export function asNumber(tree: Tree): unknown {
  const value = plain(tree);
  return typeof value === 'string' && /^[-+]?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** Values of YAML 1.1 all the way down; `readYaml` has bounded how far. */
export function plain(tree: Tree): unknown {
  if (tree instanceof Plain) return plainValue(String(tree));
  if (Array.isArray(tree)) return tree.map(plain);
  return isMapping(tree) ? fromEntries(tree, plain) : tree;
}
