import { readdirSync, readFileSync } from 'node:fs';
import { html } from '@vexil/runtime/html';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { type Node, visit } from './testing/linear-time/expressions';

const worst = `"'><script>&amp;</title>--><!--`;
const escaped = '&quot;&#39;&gt;&lt;script&gt;&amp;amp;&lt;/title&gt;--&gt;&lt;!--';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');

/** The fixed texts of each template, between which its values stand. */
function readTemplates(file: string): { file: string; texts: string[] }[] {
  const content = read(file);
  if (!content.includes('html`')) return [];
  const found: { file: string; texts: string[] }[] = [];
  visit(parseSync(file, content).program, null, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as Node).name !== 'html') return;
    const quasis = (node.quasi as { quasis: { value: { cooked: string } }[] }).quasis;
    found.push({ file, texts: quasis.map(({ value }) => value.cooked) });
  });
  return found;
}

/** Every value is either between elements or in an attribute's double quotes, and in no script, style or comment. */
function isUnsafe(before: string): boolean {
  if (/<(script|style|!--)(?!.*(<\/\1>|-->))/s.test(before)) return true;
  const tag = before.slice(before.lastIndexOf('<') + 1);
  const isInTag = before.includes('<') && !tag.replaceAll(/"[^"]*"/g, '').includes('>');
  return isInTag && tag.split('"').length % 2 === 1;
}

describe('templates of the server', () => {
  const files = ['server', 'workers'].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`),
  );
  const templates = files.flatMap(readTemplates);

  it('have their values where the worst characters stay text', () => {
    expect(templates.length).toBeGreaterThanOrEqual(60);
    const unsafe = templates.filter(({ texts }) =>
      texts.slice(0, -1).some((_, at) => isUnsafe(texts.slice(0, at + 1).join('x'))),
    );
    expect(unsafe).toEqual([]);
    for (const { file, texts } of templates) {
      const values = texts.slice(1).map(() => worst);
      const page = html(Object.assign(texts, { raw: texts }), ...values).markup;
      expect([file, page]).toEqual([file, texts.join(escaped)]);
    }
  });

  it.each(['<a href=', '<a href="x" title=', '<a ', '<style>a{', '<!-- ', `<a href='`])(
    'would be found at %s',
    (text) => {
      expect(isUnsafe(text)).toBe(true);
    },
  );

  it('are the only markup that is put together', () => {
    const byHand = files.filter((file) => /(?<!html)`(?:<!doctype|\s*<\w+[ >][^`]*\$\{)/.test(read(file)));
    expect(byHand).toEqual([
      'server/http/page/page.ts', // the data block, in which < is written as a code of JSON
      'server/src/reference/docs-page.ts', // which has no values
      'server/src/sheet/xlsx.ts', // XML, whose control characters are escaped too
    ]);
  });
});
