import { build, type Plugin, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { checkReads, slimContract, slimContractPlugin } from './slim-contract';

const imports = "import { z } from 'zod';\nimport { defineRoute } from './route';\n";
const slim = (code: string) => slimContract(imports + code);

describe('slimContract', () => {
  it('leaves of a route what the browser reads', () => {
    const { code, values, schemas } = slim(`export const teamRoutes = {
      avatar: defineRoute({
        method: 'PUT', path: '/api/team/:id/avatar', access: 'User', summary: 'One, two',
        params: z.object({ id: z.int() }), 'reply': z.string(), errors: [], upload: { field: 'file', sizeBytesMax: 3 },
      }),
    };`);
    expect(code).toContain(
      "defineRoute({ method: 'PUT', path: '/api/team/:id/avatar', upload: { field: 'file', sizeBytesMax: 3 } })",
    );
    expect({ values, schemas }).toEqual({ values: ['teamRoutes'], schemas: [] });
  });

  it('marks what something is called for as pure, and plain values not', () => {
    const { code } = slim(
      ['const Name = z.string().max(3);', 'export const Max = z.length;', 'export const lengthMax = 20 * 2;'].join(
        '\n',
      ),
    );
    expect(code).toContain('const Name = /* @__PURE__ */ (() => (z.string().max(3)))();');
    expect(code).toContain('export const Max = /* @__PURE__ */ (() => (z.length))();');
    expect(code).toContain('export const lengthMax = 20 * 2;');
  });

  it('tells schemas, and what makes or asks them, from all else', () => {
    const { values, schemas } = slim(`
      import { filled } from './wire';
      export const Name = filled(20);
      export const page = (item) => z.array(item);
      export function isName(text) { return z.string().safeParse(text).success; }
      export const nameLengthMax = 20;
      export const isShort = (text) => text.length < nameLengthMax;
      export class NameError extends Error {}
      const Id = z.int(), words = ['one'];
      export { Id, words };`);
    expect(schemas).toEqual(['Name', 'page', 'isName', 'Id']);
    expect(values).toEqual(['nameLengthMax', 'isShort', 'NameError', 'words']);
  });

  it('knows defineRoute by its import, whatever its local name', () => {
    const { code } = slimContract(
      "import { defineRoute as route } from '../route';\nexport const one = route({ method: 'GET', reply: 1 });",
    );
    expect(code).toContain("route({ method: 'GET' })");
  });

  it.each([
    ['a member that is not known', "defineRoute({ method: 'GET', tags: [] })", /reads tags of a route/],
    ['members that are spread', "defineRoute({ ...common, method: 'GET' })", /reads a member of a route/],
    ['a member with a computed name', "defineRoute({ ['method']: 'GET' })", /reads a member of a route/],
    ['a route that is written elsewhere', 'defineRoute(route)', /not written out/],
  ])('refuses %s', (_, route, complaint) => {
    expect(() => slim(`export const teamRoutes = { get: ${route} };`)).toThrow(complaint);
  });

  it.each([
    ['a statement that does something', 'z.config({});', /no ExpressionStatement/],
    ['a variable', 'export let count = 0;', /declares no let/],
    ['constants taken out of something', 'const { a } = z;', /by their names/],
    ['an import for its effects', "import './setup';", /nothing for its effects/],
    ['what is handed on', "export { a } from './a';", /hands nothing on/],
    ['a default', 'export default 1;', /no ExportDefaultDeclaration/],
    ['an export by another name', 'const a = 1; export { a as b };', /their own names/],
  ])('refuses %s', (_, code, complaint) => {
    expect(() => slim(code)).toThrow(complaint);
  });
});

describe('checkReads', () => {
  const use = (code: string) => () =>
    checkReads(`import { teamRoutes as routes, Team } from '@vexil/contract/team';\n${code}`);

  it('lets the client use routes whole, or their address', () => {
    expect(use('call(routes.get, {}); routes.get.method + routes.get.path; Team.shape.name;')).not.toThrow();
  });

  it.each([
    'routes.create.body.parse({});',
    'routes.create["body"];',
    'const { body } = routes.create;',
    'routes["create"].reply;',
  ])('refuses %s', (code) => {
    expect(use(code)).toThrow();
  });
});

/** What would be built of a page, and of a dialog that it loads on demand: the modules of each. */
async function buildPage(page: string, dialog: string): Promise<{ page: string[]; dialog: string[]; code: string }> {
  const sources: Record<string, string> = {
    '/page.js': `${page}\nexport const open = () => import('/dialog.js');`,
    '/dialog.js': dialog,
  };
  const inline: Plugin = {
    name: 'inline',
    enforce: 'pre',
    resolveId: (id) => (id in sources ? id : undefined),
    load: (id) => sources[id],
  };
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    plugins: [inline, slimContractPlugin()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: '/page.js', preserveEntrySignatures: 'strict' },
    },
  });
  const chunks = (built as Rolldown.RolldownOutput).output.filter((one) => one.type === 'chunk');
  const modulesOf = (name: string): string[] => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    return chunk ? [...Object.keys(chunk.modules), ...chunk.imports.flatMap(modulesOf)] : [];
  };
  const nameOf = (id: string) => chunks.find(({ modules }) => id in modules)?.fileName ?? '';
  return {
    page: modulesOf(nameOf('/page.js')),
    dialog: modulesOf(nameOf('/dialog.js')),
    code: chunks.map(({ code }) => code).join('\n'),
  };
}

describe('the built client', () => {
  const ofZod = (id: string) => /[\\/]node_modules[\\/]zod[\\/]/.test(id);

  it('loads the routes of a page without zod, and zod with the first form', async () => {
    const { page, dialog } = await buildPage(
      `import { accountRoutes, passwordLengthMin } from '@vexil/contract/account';
       import { captainTeamsMax, teamRoutes } from '@vexil/contract/team';
       import { gameRoutes } from '@vexil/contract/game';
       import { challengeRoutes } from '@vexil/contract/challenge';
       export { accountRoutes, captainTeamsMax, challengeRoutes, gameRoutes, passwordLengthMin, teamRoutes };`,
      `import { LoginBody } from '@vexil/contract/account';
       import { TeamCreateBody } from '@vexil/contract/team';
       export { LoginBody, TeamCreateBody };`,
    );
    expect(page).toContain('/page.js');
    expect(page.filter(ofZod)).toEqual([]);
    expect(dialog.filter(ofZod)).not.toEqual([]);
  });

  it('has schemas that check as they do everywhere else', async () => {
    const { code } = await buildPage(
      `import { LoginBody } from '@vexil/contract/account';
       export const read = (body) => LoginBody.safeParse(body).success;`,
      '',
    );
    const { read } = await import(
      `data:text/javascript,${encodeURIComponent(code.replace(/import\("[^"]*"\)/, 'null'))}`
    );
    expect(read({ userName: 'ada', password: 'Passw0rd' })).toBe(true);
    expect(read({ userName: ' ', password: 'Passw0rd' })).toBe(false);
  });
});
