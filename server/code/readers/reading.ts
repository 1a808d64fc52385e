import type { Folder, Remark } from '../model';
import { nearest } from './nearest';
import { asNumber, asText, type Findings, isEmpty, isMapping, plain, type Source, type Tree } from './source';
import { readTime } from './time';

export interface DraftFile {
  /** As the descriptor names it. */
  path: string;
  name?: string;
  field: string;
}

/** Takes members from a descriptor: what is wrong with them are problems, and what nothing takes is unknown. */
export class Reading {
  readonly #known = new Set<string>();

  constructor(
    readonly source: Source,
    readonly folder: Folder,
    readonly found: Findings,
  ) {}

  loss(field: string, what: Remark['what'], values?: Remark['values']): void {
    this.found.losses.push(this.source.remark(field, what, values));
  }

  problem(field: string, what: Remark['what'], values?: Remark['values']): void {
    this.found.problems.push(this.source.remark(field, what, values));
  }

  /** Undefined without a value. */
  any(field: string): Tree {
    this.#known.add(field.split('.')[0] ?? field);
    const value = this.source.get(field);
    return isEmpty(value) ? undefined : value;
  }

  #take<Value>(field: string, read: (tree: Tree) => Value | undefined, expected: string): Value | undefined {
    const tree = this.any(field);
    if (tree === undefined) return undefined;
    const value = read(tree);
    if (value === undefined) this.problem(field, 'field.type', { expected });
    return value;
  }

  text(field: string): string | undefined {
    return this.#take(field, textOf, 'string');
  }

  required(field: string): string {
    const text = this.text(field);
    if (text === undefined && this.any(field) === undefined) this.problem(field, 'field.missing');
    return text ?? '';
  }

  /** Of at least 0. */
  number(field: string): number | undefined {
    const value = this.#take(field, numberOf, 'number');
    if (value !== undefined && value < 0) this.problem(field, 'field.tooSmall', { limit: 0 });
    return value;
  }

  /** ISO 8601. */
  time(field: string): string | null {
    const text = this.text(field);
    return text === undefined ? null : readTime(this.source, field, text, this.found);
  }

  is(field: string, usual: boolean): boolean {
    return this.#take(field, booleanOf, 'boolean') ?? usual;
  }

  /** Of a list, or of one alone. */
  items(field: string): { field: string; value: Tree }[] {
    const value = this.any(field);
    if (value === undefined) return [];
    return Array.isArray(value)
      ? value.map((item, at) => ({ field: `${field}.${at}`, value: item }))
      : [{ field, value }];
  }

  texts(field: string): string[] {
    return this.items(field).map((item) => this.required(item.field));
  }

  files(field: string): DraftFile[] {
    return this.items(field).map((item) => ({ path: this.required(item.field), field: item.field }));
  }

  members(field: string): [name: string, value: Tree][] {
    return this.#take(field, (tree) => (isMapping(tree) ? Object.entries(tree) : undefined), 'mapping') ?? [];
  }

  /** One of the words, the first where there is none. */
  word<Word extends string>(field: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.text(field);
    const word = words.find((each) => each === text);
    if (text !== undefined && word === undefined) this.problem(field, 'field.oneOf', { expected: words.join(', ') });
    return word ?? words[0];
  }

  /** Members without a place here. */
  lost(...fields: string[]): void {
    for (const field of fields) if (this.any(field) !== undefined) this.loss(field, 'field.noPlace');
  }

  /** Members that say nothing about a competition. */
  ignored(...fields: string[]): void {
    for (const field of fields) this.#known.add(field);
  }

  nameUnknown(): void {
    if (this.#known.size === 0) return;
    const known = [...this.#known];
    for (const key of isMapping(this.source.tree) ? Object.keys(this.source.tree) : []) {
      if (this.#known.has(key)) continue;
      const near = nearest(key, known);
      if (near) this.loss(key, 'key.unknownNear', { value: key, nearest: near });
      else this.loss(key, 'key.unknown', { value: key });
    }
  }
}

function textOf(tree: Tree): string | undefined {
  const text = asText(tree);
  return typeof text === 'string' ? text : undefined;
}

function numberOf(tree: Tree): number | undefined {
  const value = asNumber(tree);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function booleanOf(tree: Tree): boolean | undefined {
  const value = plain(tree);
  return typeof value === 'boolean' ? value : undefined;
}
