import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;
/** A folder is one node; a file beside the folders is one of its own. */
const nodeOf = (path: string) => relative(root, path).split('/')[0] ?? '';

function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const path = join(root, file);
    const from = nodeOf(path.replace(/\.ts$/, ''));
    const targets = imports.get(from) ?? new Set<string>();
    for (const [, source = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
      const target = nodeOf(resolve(path, '..', source));
      if (target !== from && target !== '..') targets.add(target);
    }
    imports.set(from, targets);
  }
  return imports;
}

/** The nodes of one cycle in order, empty when there is none. */
function findCycle(imports: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  function visit(node: string, path: string[]): string[] {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const target of imports.get(node) ?? []) {
      const cycle = visit(target, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  }
  for (const node of imports.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** The rooms on one floor import only those of lower ones: the length of the longest chain of imports, without cycles. */
function countFloors(imports: Map<string, Set<string>>): number {
  const floors = new Map<string, number>();
  function floorOf(node: string): number {
    const known = floors.get(node);
    if (known !== undefined) return known;
    const floor = 1 + Math.max(0, ...[...(imports.get(node) ?? [])].map(floorOf));
    floors.set(node, floor);
    return floor;
  }
  return Math.max(...[...imports.keys()].map(floorOf));
}

/** Sources that a program is made of, without packages of others. */
function closureOf(entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, source = ''] of readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport\() ?'([^']+)'/g)) {
      const own = source.startsWith('.') || source.startsWith('@vexil/');
      // What is not TypeScript, such as the process of the hasher, imports none of ours.
      const target =
        own && fileURLToPath(import.meta.resolve(source.startsWith('.') ? resolve(path, '..', source) : source));
      const file = [target, `${target}.ts`].find((each) => target && each && /\.ts$/.test(each) && existsSync(each));
      if (file) visit(file);
    }
  };
  for (const entry of entries) visit(entry);
  return seen;
}

describe('what the programs of the server are made of', () => {
  it('has no reader of another platform', () => {
    const files = [...closureOf([join(root, 'main.ts'), join(root, 'operate/main.ts')])];
    expect(files.length).toBeGreaterThan(500);
    expect(
      files
        .map((file) => relative(join(root, '..'), file))
        .filter((file) => file.startsWith('code/'))
        .sort(),
    ).toEqual([
      // Types.
      'code/model.ts',
      'code/remarks.ts',
      'code/texts.ts',
    ]);
  });
});

describe('imports between the features of the server', () => {
  it('form no cycle', () => {
    const imports = readImports();
    expect(imports.get('account')).toContain('session');
    expect(findCycle(imports)).toEqual([]);
  });

  it('stay within 48 rooms on 12 floors, with 6 files beside the folders', () => {
    const imports = readImports();
    const loose = [...imports.keys()].filter((node) => existsSync(join(root, `${node}.ts`)));
    expect(imports.size).toBeGreaterThan(40);
    expect(imports.size).toBeLessThanOrEqual(48);
    expect(loose).toContain('main');
    expect(loose.length).toBeLessThanOrEqual(6);
    expect(countFloors(imports)).toBeLessThanOrEqual(12);
  });

  it('stand on as many floors as the longest chain has rooms', () => {
    const imports = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['d'])],
      ['d', new Set<string>()],
    ]);
    expect(countFloors(imports)).toBe(4);
  });

  it('are searched for cycles of any length', () => {
    const imports = new Map([
      ['a', new Set(['b', 'x'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ]);
    expect(findCycle(imports)).toEqual(['a', 'b', 'c', 'a']);
  });
});
