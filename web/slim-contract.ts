// The contract declares every call with the schemas of all it takes and answers. The browser trusts the server it came
// from and checks forms only, so of a route it needs to know where to send what. The rest would bring every schema, and
// zod with them, into the first load; so it is left out when the client is built. A second list of addresses for the
// web would be one to keep in step. The dev server and the tests take the contract as it is.

import { fileURLToPath } from 'node:url';
import type { Route } from '@vexil/contract/route';
import { type ESTree, type Plugin, parseAst, Visitor } from 'vite';

/** Whether the browser reads a member of a route. */
const isRead: Record<keyof Route, boolean> = {
  method: true,
  path: true,
  upload: true,
  access: false,
  gameBy: false,
  summary: false,
  params: false,
  query: false,
  body: false,
  bodyBytesMax: false,
  reply: false,
  errors: false,
  rate: false,
  scope: false,
  upgrade: false,
  alias: false,
};
const members = new Map(Object.entries(isRead));

const within = (inner: ESTree.Span, outer: ESTree.Span) => outer.start <= inner.start && inner.end <= outer.end;

const nameOf = (key: ESTree.Node) =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;

/** Local names of what is imported from modules that fit, with the names they are exported by. */
function importedFrom(program: ESTree.Program, fits: (source: string) => boolean): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !fits(statement.source.value)) continue;
    for (const one of statement.specifiers) {
      names.set(one.local.name, one.type === 'ImportSpecifier' ? (nameOf(one.imported) ?? '') : '');
    }
  }
  return names;
}

interface Edit extends ESTree.Span {
  by: string;
}

/** Of edits that do not overlap. */
const apply = (code: string, edits: readonly Edit[]) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);

function slimRoute(code: string, { arguments: [route] }: ESTree.CallExpression): Edit {
  if (route?.type !== 'ObjectExpression') throw new Error('A route is not written out where it is defined');
  const kept = route.properties.flatMap((property) => {
    const name = property.type === 'Property' && !property.computed ? nameOf(property.key) : undefined;
    const read = name === undefined ? undefined : members.get(name);
    if (read === undefined) throw new Error(`Whether the browser reads ${name ?? 'a member'} of a route is not known`);
    return read ? code.slice(property.start, property.end) : [];
  });
  return { start: route.start, end: route.end, by: `{ ${kept.join(', ')} }` };
}

/** The module with routes that have only what the browser reads. */
function slimRoutes(code: string): string {
  const program = parseAst(code);
  const imported = importedFrom(program, (source) => source.endsWith('/route'));
  const edits: Edit[] = [];
  new Visitor({
    CallExpression(call) {
      const { callee } = call;
      if (callee.type === 'Identifier' && imported.get(callee.name) === 'defineRoute')
        edits.push(slimRoute(code, call));
    },
  }).visit(program);
  return apply(code, edits);
}

interface Declaration extends ESTree.Span {
  name: string;
  exported: boolean;
  value?: ESTree.Expression | null;
}

/** What a module declares at its top. Throws where it does something there beyond that. */
function declarationsOf(program: ESTree.Program): Declaration[] {
  const named = new Set<string | undefined>();
  const found = program.body.flatMap((statement): Declaration[] => {
    const exported = statement.type === 'ExportNamedDeclaration';
    const declared = exported ? (statement.declaration ?? statement) : statement;
    const { start, end } = declared;
    switch (declared.type) {
      case 'VariableDeclaration':
        if (declared.kind !== 'const') throw new Error(`A contract declares no ${declared.kind}`);
        return declared.declarations.map(({ id, init, ...span }) => {
          if (id.type !== 'Identifier') throw new Error('A contract declares constants by their names');
          return { name: id.name, exported, value: init, ...span };
        });
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return declared.id ? [{ name: declared.id.name, exported, start, end }] : [];
      case 'ImportDeclaration':
        if (declared.specifiers.length > 0) return [];
        throw new Error(`A contract imports nothing for its effects, such as ${declared.source.value}`);
      case 'ExportNamedDeclaration':
        if (declared.source) throw new Error(`A contract hands nothing on, such as ${declared.source.value}`);
        for (const { local, exported } of declared.specifiers) {
          if (nameOf(local) !== nameOf(exported)) throw new Error('A contract exports things by their own names');
          named.add(nameOf(local));
        }
        return [];
      default:
        throw new Error(`A contract has no ${declared.type} at its top`);
    }
  });
  return found.map((one) => ({ ...one, exported: one.exported || named.has(one.name) }));
}

export interface SlimModule {
  code: string;
  /** Exported names that need zod: schemas, jobs, and functions that make schemas. */
  schemas: string[];
  /** All other exported names, routes among them. */
  values: string[];
}

/**
 * A module of the contract, as JavaScript, without what the browser never reads: routes lose most members, and what the
 * module calls something for is done in functions marked as pure, so that the bundler drops what nobody uses. Throws
 * when it meets something of which it does not know what would become.
 */
export function slimContract(code: string): SlimModule {
  const slim = slimRoutes(code);
  const program = parseAst(slim);
  const declarations = declarationsOf(program);
  const zod = importedFrom(program, (source) => source === 'zod');
  const define = importedFrom(program, (source) => source.endsWith('/route'));
  const called = new Set<Declaration>();
  const schemas = new Set<Declaration>();
  const around = (span: ESTree.Span) => declarations.find((one) => within(span, one));
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const found = (span: ESTree.Span, makes = true) => {
    const declaration = around(span);
    if (depth > 0 || !declaration?.value) return;
    called.add(declaration);
    if (makes) schemas.add(declaration);
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    NewExpression: (span) => found(span),
    MemberExpression: (span) => found(span),
    TaggedTemplateExpression: (span) => found(span),
    CallExpression(call) {
      found(call, !(call.callee.type === 'Identifier' && define.has(call.callee.name)));
    },
    Identifier(name) {
      const declaration = zod.has(name.name) ? around(name) : undefined;
      if (declaration) schemas.add(declaration);
    },
  }).visit(program);

  const edits = [...called].flatMap(({ value }): Edit[] =>
    value
      ? [
          { start: value.start, end: value.start, by: '/* @__PURE__ */ (() => (' },
          { start: value.end, end: value.end, by: '))()' },
        ]
      : [],
  );
  const exported = declarations.filter((one) => one.exported);
  const names = (wanted: boolean) =>
    exported.filter((one) => (zod.size > 0 && schemas.has(one)) === wanted).map(({ name }) => name);
  return { code: apply(slim, edits), schemas: names(true), values: names(false) };
}

/** Throws when a module of the client reads what routes lose. */
export function checkReads(code: string): void {
  const program = parseAst(code);
  const imported = importedFrom(program, (source) => source.includes('/contract/'));
  const isRoute = (node: ESTree.Node | null) =>
    node?.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    imported.get(node.object.name)?.endsWith('Routes') === true;
  new Visitor({
    MemberExpression({ object, property, computed }) {
      const name = computed ? undefined : nameOf(property);
      if (!isRoute(object) || (name !== undefined && members.get(name))) return;
      throw new Error(`The browser has no ${name ?? 'such member'} of a route; import the schema itself by name`);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && isRoute(init)) throw new Error('A route is handed on whole, not taken apart');
    },
  }).visit(program);
}

const packages = ['contract', 'rules'].map((name) => fileURLToPath(new URL(`../server/${name}/`, import.meta.url)));
const client = fileURLToPath(new URL('src/', import.meta.url));

/**
 * Builds the client with what it needs of the contract. A bundler puts a module into one chunk as a whole, so the routes
 * that every page needs would draw the schemas of a dialog with them: modules that have both become two, of the same
 * code, and of each the bundler keeps what is asked of it. What a module declares twice is therefore never told apart
 * by identity.
 */
export function slimContractPlugin(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?($|\?)/ },
      handler(source, id) {
        if (id.startsWith(client)) checkReads(source);
        if (!packages.some((one) => id.startsWith(one))) return;
        const { code, schemas, values } = slimContract(source);
        const whole = id.includes('?') || schemas.length === 0 || values.length === 0;
        const part = (name: string, names: string[]) =>
          `export { ${names.join(', ')} } from ${JSON.stringify(`${id}?${name}`)};\n`;
        return {
          code: whole ? code : part('schemas', schemas) + part('values', values),
          map: { mappings: '' },
          moduleSideEffects: false,
        };
      },
    },
  };
}
