import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { listSourceFiles } from './lib/source-files.mjs';
import { isNode, visit } from './testing/linear-time/expressions';

const methods = /^(unsafe|execute|select|selectDistinct|selectDistinctOn|insert|update|delete|with|\$count)$/;
const isHandle = (name: unknown) => /^(db|tx|\w*sql)$/i.test(String(name));

/** The name that a value is last called by: `sql` for `deps.database.sql`. */
const lastName = (value: unknown): unknown =>
  isNode(value) ? (isNode(value.property) ? value.property.name : value.name) : undefined;

/** Whether the text imports Drizzle or sends a statement. */
function hasSql(text: string): boolean {
  let found = false;
  visit(parseSync('given.ts', text).program, null, (node) => {
    const { type, source, tag, callee } = node;
    if (type === 'ImportDeclaration' && isNode(source)) found ||= /^drizzle-orm(\/|$)/.test(String(source.value));
    if (type === 'TaggedTemplateExpression') found ||= isHandle(lastName(tag));
    if (type === 'CallExpression' && isNode(callee) && isNode(callee.property))
      found ||= methods.test(String(callee.property.name)) && isHandle(lastName(callee.object));
  });
  return found;
}

describe('statements for the database', () => {
  const files = listSourceFiles(/^(server|workers|docker\/engine)\/.*\.(ts|mjs)$/).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const withSql = files.filter((file) => hasSql(readFileSync(inRoot(file), 'utf8')));

  it('are found', () => {
    expect(withSql.length).toBeGreaterThanOrEqual(90);
  });

  it('are in *.queries.ts', () => {
    expect(withSql.filter((file) => !file.endsWith('.queries.ts'))).toEqual([]);
  });

  it.each([
    "import { eq } from 'drizzle-orm';",
    "import { pgTable } from 'drizzle-orm/pg-core';",
    'const rows = await deps.database.sql<Row[]>`select 1`;',
    'await tx`drop table stored`;',
    'await tx.unsafe("drop table stored");',
    'const [row] = await deps.db.select().from(posts);',
  ])('are recognised: %s', (text) => {
    expect(hasSql(text)).toBe(true);
  });

  it.each(['sockets.delete(id);', 'const rows = await listPosts(deps.db);', 'await sql.begin(work);'])(
    'are not: %s',
    (text) => {
      expect(hasSql(text)).toBe(false);
    },
  );
});
