import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Rule } from 'postcss';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const paths = readdirSync(source, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(source, path), 'utf8');

const declarationsOf = (rule: Rule): string[] =>
  rule.nodes.flatMap((node) =>
    node.type === 'decl' && node.prop !== 'composes' ? [`${node.prop}: ${node.value.replace(/\s+/g, ' ')}`] : [],
  );

/** Base classes by name, with what they say. */
const baseClasses = new Map<string, string[]>();
for (const path of ['theme/classes.css', 'theme/base.css']) {
  postcss.parse(read(path)).walkRules((rule) => {
    for (const [, name] of rule.selector.matchAll(/^\.([a-z][a-z0-9-]*)$/gm)) {
      if (name) baseClasses.set(name, declarationsOf(rule));
    }
  });
}

const rules: { name: string; rule: Rule }[] = [];
const composed = new Set<string>();
const modules = paths.filter((path) => path.endsWith('.module.css'));
for (const path of modules) {
  const root = postcss.parse(read(path));
  root.walkRules((rule) => void rules.push({ name: `${path} ${rule.selector.replace(/\s+/g, ' ')}`, rule }));
  root.walkDecls('composes', ({ value }) => {
    for (const name of value.replace(/ from global$/, '').split(' ')) composed.add(name);
  });
}

/** Whole texts of `className`, and the words of those that are put together. */
const named = new Set<string>();
const components = paths.filter((path) => path.endsWith('.tsx') && !path.includes('.test.'));
for (const path of components) {
  for (const [, whole = '', text = ''] of read(path).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)) {
    const words = `${whole} ${text.replace(/\$\{[^}]*\}/g, ' ')}`.split(/\s+/);
    for (const word of words) if (word !== '') named.add(word);
  }
}

it('reads the styles of the whole client', () => {
  expect(modules.length).toBeGreaterThan(120);
  expect(rules.length).toBeGreaterThan(1500);
  expect(baseClasses.size).toBeGreaterThan(60);
  expect(named.size).toBeGreaterThan(50);
});

it('all that is composed or named is a base class', () => {
  // Mantine calls its notifications by a class of ours.
  const known = new Set([...baseClasses.keys(), 'toasts']);
  expect([...composed, ...named].filter((name) => !known.has(name))).toEqual([]);
});

it('every base class is used', () => {
  const texts = components.map(read).join('\n');
  const unused = [...baseClasses.keys()].filter(
    (name) => !composed.has(name) && !named.has(name) && !new RegExp(`['"\` ]${name}['"\` ]`).test(texts),
  );
  expect(unused).toEqual([]);
});

it('no rule of one class says again what base classes say', () => {
  const said = new Set([...baseClasses.values()].flat());
  const again = rules
    .filter(({ rule }) => rule.parent?.type === 'root' && rule.selectors.every((one) => /^\.\w+$/.test(one)))
    .filter(({ rule }) => declarationsOf(rule).filter((one) => said.has(one)).length > 3)
    .map(({ name }) => name);
  expect(again.sort()).toEqual([
    // A second class of the same element changes it, which it cannot below a layer.
    'features/monitor/Monitor.module.css .submission, .event',
    'ui/Markdown.module.css .foreign, .refused',
  ]);
});

it('no block of declarations stands in more than six rules', () => {
  const blocks = new Map<string, string[]>();
  for (const { name, rule } of rules) {
    const block = declarationsOf(rule).sort().join('; ');
    if (block.includes(';')) blocks.set(block, [...(blocks.get(block) ?? []), name]);
  }
  expect([...blocks].filter(([, names]) => names.length > 6)).toEqual([]);
});
