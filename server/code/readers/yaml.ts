// Reads YAML as PyYAML does, which the tools of other platforms use. Plain scalars keep their text, because only a
// reader knows whether `0123` or `no` is meant as text.

import { FAILSAFE_SCHEMA, loadAll, Type, YAMLException } from 'js-yaml';
import type { Remark } from '../model';
import { Plain } from './plain-scalar';
import { type Findings, Source, type Tree } from './source';

const fileBytesMax = 10_000_000;
/** What aliases may add to a file, in characters and nodes. */
const addedMax = 1_000_000;
const depthMax = 100;

const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' }),
    new Type('plain', { kind: 'scalar', resolve: (text) => text !== null, construct: (text) => new Plain(text) }),
  ],
});

class Refusal extends Error {
  constructor(
    readonly what: 'yaml.expands' | 'yaml.nested',
    readonly limit: number,
    readonly line: number,
  ) {
    super(what);
  }
}

interface Node {
  position: number;
  line: number;
  children: { value: unknown; key: string | null; line: number; position: number }[];
}

interface Duplicate {
  key: string;
  line: number;
}

interface State {
  input: string;
  position: number;
  line: number;
  kind: string | null;
  result: unknown;
}

/** Follows js-yaml through the file, for the lines of members and the size that aliases expand to. */
class Tracker {
  readonly lines = new WeakMap<object, Map<string, number>>();
  readonly duplicates: Duplicate[] = [];
  readonly #sizes = new WeakMap<object, { size: number; depth: number }>();
  readonly #open: Node[] = [];

  constructor(readonly sizeMax: number) {}

  on = (event: 'open' | 'close', state: State) => {
    if (event === 'open') {
      this.#open.push({ position: state.position, line: state.line + 1, children: [] });
      return;
    }
    const node = this.#open.pop();
    if (!node) return;
    const { result, kind } = state;
    if (typeof result === 'object' && result !== null && (kind === 'mapping' || kind === 'sequence'))
      this.#close(result, kind, node);
    const isKey = typeof result !== 'object' || result instanceof Plain ? isBeforeColon(state) : false;
    const { line, position } = node;
    this.#open.at(-1)?.children.push({ value: result, key: isKey ? String(result) : null, line, position });
  };

  #close(value: object, kind: 'mapping' | 'sequence', node: Node) {
    const members = new Map<string, number>();
    let size = 1;
    let depth = 0;
    let last = -1;
    for (const child of node.children) {
      const measured = this.#measure(child.value, node.line);
      size += measured.size;
      depth = Math.max(depth, measured.depth);
      if (kind === 'sequence') members.set(String(members.size), child.line);
      // js-yaml looks at some keys twice.
      if (kind !== 'mapping' || child.key === null || child.position === last) continue;
      last = child.position;
      if (members.has(child.key) && child.key !== '<<') this.duplicates.push(child as Duplicate);
      members.set(child.key, child.line);
    }
    if (size > this.sizeMax) throw new Refusal('yaml.expands', this.sizeMax, node.line);
    if (depth >= depthMax) throw new Refusal('yaml.nested', depthMax, node.line);
    this.#sizes.set(value, { size, depth: depth + 1 });
    this.lines.set(value, members);
  }

  #measure(value: unknown, line: number) {
    if (typeof value !== 'object' || value === null) return { size: 1 + String(value).length, depth: 0 };
    if (value instanceof Plain) return { size: 1 + String(value).length, depth: 0 };
    const known = this.#sizes.get(value);
    // An alias inside what it names.
    if (!known) throw new Refusal('yaml.nested', depthMax, line);
    return known;
  }
}

/** Of white space only, so that a file of blanks costs each of them once. */
function isBeforeColon({ input, position }: State): boolean {
  let at = position;
  while (/[ \t]/.test(input[at] ?? '')) at++;
  return input[at] === ':';
}

/** All documents of a file; null after a problem. */
export function readYaml(file: string, bytes: Uint8Array, found: Findings): Source[] | null {
  const text = decode(file, bytes, found);
  if (text === null) return null;
  const tracker = new Tracker(2 * text.length + addedMax);
  const remark = (line: number, what: Remark['what'], values: Remark['values'] = {}): Remark => ({
    file,
    line,
    field: '',
    what,
    values,
  });
  try {
    const trees = loadAll(text, null, { schema, json: true, listener: tracker.on });
    for (const { key, line } of tracker.duplicates) {
      found.losses.push({ ...remark(line, 'yaml.duplicate', { value: key }), field: key });
    }
    return trees.map((tree) => new Source(file, tree as Tree, tracker.lines));
  } catch (error) {
    found.problems.push(remarkOf(error, remark));
    return null;
  }
}

function remarkOf(
  error: unknown,
  remark: (line: number, what: Remark['what'], values?: Remark['values']) => Remark,
): Remark {
  if (error instanceof Refusal) return remark(error.line, error.what, { limit: error.limit });
  if (!(error instanceof YAMLException)) return remark(1, 'yaml.invalid', { reason: String(error).slice(0, 200) });
  const line = (error.mark?.line ?? 0) + 1;
  const { reason } = error;
  if (reason.startsWith('tab characters')) return remark(line, 'yaml.tab');
  const tag = /^unknown tag !<(.*)>$/.exec(reason)?.[1];
  if (tag !== undefined) return remark(line, 'yaml.tag', { value: tag.slice(0, 200) });
  if (reason.startsWith('nesting exceeded')) return remark(line, 'yaml.nested', { limit: depthMax });
  return remark(line, 'yaml.invalid', { reason: reason.slice(0, 200) });
}

/** JSON has no lines here. */
export function readJson(file: string, bytes: Uint8Array, found: Findings): Source | null {
  const text = decode(file, bytes, found);
  if (text === null) return null;
  try {
    return new Source(file, JSON.parse(text) as Tree);
  } catch (error) {
    const reason = String(error).slice(0, 200);
    found.problems.push({ file, line: null, field: '', what: 'json.invalid', values: { reason } });
    return null;
  }
}

/** Without byte order mark; null after a problem. */
export function decode(file: string, bytes: Uint8Array, found: Findings): string | null {
  const problem = (what: Remark['what'], values: Remark['values'] = {}) => {
    found.problems.push({ file, line: null, field: '', what, values });
    return null;
  };
  if (bytes.length > fileBytesMax) return problem('file.tooLarge', { limit: fileBytesMax });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('file.encoding');
  }
}
