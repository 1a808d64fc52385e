import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { sourceCommit } from './commit.mjs';
import { isCurrent, whenChanged } from './content-hash.mjs';
import { Failure } from './failure.mjs';
import { inRoot, root } from './paths.mjs';
import { runTool, tail } from './run-tool.mjs';
import { step } from './terminal.mjs';

/**
 * Our packages export TypeScript and are bundled; others stay in node_modules. Output in `dist` finds only those of the
 * top folder, so a version below a workspace is bundled too.
 * @type {import('esbuild').Plugin}
 */
const onlyOurs = {
  name: 'only-ours',
  setup(build) {
    const shared = realpathSync(inRoot('node_modules')) + path.sep;
    build.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || name.startsWith('@vexil/') || pluginData === 'resolving') return undefined;
      if (isBuiltin(name)) return { path: name, external: true };
      const found = await build.resolve(name, { kind, importer, resolveDir, pluginData: 'resolving' });
      const isNested = found.errors.length === 0 && !found.path.startsWith(shared);
      return isNested ? { path: found.path } : { path: name, external: true };
    });
  },
};

/** Bundled CommonJS code loads external packages with `require`. */
const requireForBundled = `import { createRequire as createRequireForBundle } from 'node:module';
const require = createRequireForBundle(import.meta.url);`;

/**
 * Leaves one mapping per line, a fifth of them. Node keeps an array for each from the first stack on.
 * @param {string} file
 */
async function keepLinesOnly(file) {
  const { decode, encode } = await import('@jridgewell/sourcemap-codec');
  const map = JSON.parse(readFileSync(file, 'utf8'));
  map.mappings = encode(decode(map.mappings).map((segments) => segments.slice(0, 1)));
  writeFileSync(file, JSON.stringify(map));
}

/**
 * @param {Record<string, string>} entryPoints output in dist, without extension, to source
 * @param {{ plugins?: import('esbuild').Plugin[] }} [options] without plugins the output needs no package
 */
async function bundle(entryPoints, { plugins = [onlyOurs] } = {}) {
  const { build, stop } = await import('esbuild');
  try {
    await build({
      absWorkingDir: inRoot(),
      entryPoints,
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      // Node keeps the map in memory, and a stack needs only the names of the sources.
      sourcesContent: false,
      define: { 'process.env.VEXIL_COMMIT': JSON.stringify(sourceCommit()) },
      banner: { js: requireForBundled },
      logLevel: 'silent',
      plugins,
    });
    for (const name of Object.keys(entryPoints)) await keepLinesOnly(inRoot('dist', `${name}.mjs.map`));
  } catch (error) {
    throw new Failure(`The program could not be built.\n${error instanceof Error ? error.message : error}`);
  } finally {
    // esbuild keeps a service process for further builds.
    await stop();
  }
}

/** The pages of the web client by path, and the client of the API: written from the sources, and not in git. */
export async function generateSources() {
  await writeRouteTree();
  await writeClient();
}

async function writeRouteTree() {
  const inputs = ['web/src/routes', 'web/tsr.config.json', 'package-lock.json'];
  await whenChanged({ name: 'routes', inputs, output: 'web/src/routeTree.gen.ts' }, async () => {
    const { Generator, getConfig } = await import('@tanstack/router-generator');
    await new Generator({ config: getConfig({}, inRoot('web')), root: inRoot('web') }).run();
  });
}

const processInputs = [
  'server/src',
  'server/code',
  'server/http',
  'server/contract',
  'server/rules',
  'server/data',
  'server/runtime',
  'workers/src',
  'db/src',
  'docker/engine/src',
  'package.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
];

async function writeClient() {
  const inputs = ['server/client', 'server/contract', 'server/src/reference', 'db/src/enums', 'package-lock.json'];
  await whenChanged({ name: 'client', inputs, output: 'server/client/vexil.ts' }, async () => {
    const program = inRoot('server/client/write.ts');
    const { code, output } = await runTool(process.execPath, ['--import', 'tsx', program], { cwd: root });
    if (code !== 0) throw new Failure(`The client of the API could not be written.\n${tail(output)}`);
  });
}

/** Includes what start itself needs: settings and migrations. */
export async function buildProcesses() {
  await writeClient();
  await whenChanged({ name: 'processes', inputs: processInputs, output: 'dist/workers/main.mjs' }, () =>
    step('Building server and worker', () =>
      bundle({
        'server/main': 'server/src/main.ts',
        'server/operate': 'server/src/operate/main.ts',
        'server/hasher.process': 'server/src/account/hasher.process.mjs',
        'server/bcrypt.worker': 'server/src/account/bcrypt.worker.mjs',
        'workers/main': 'workers/src/main.ts',
        'workers/rejudging': 'workers/src/rejudging/main.ts',
        'server/config': 'server/runtime/config.ts',
        'server/environment': 'server/runtime/environment.ts',
        'db/migrate': 'db/src/migrate.ts',
        'db/secret-key': 'db/src/secret-key.ts',
        'db/sealing': 'db/src/sealing.ts',
      }),
    ),
  );
}

/** One file that needs Node alone. */
export async function buildCode() {
  const inputs = [
    'server/code',
    'server/contract',
    'server/rules',
    'db/src',
    'package-lock.json',
    'scripts/lib/build.mjs',
  ];
  await whenChanged({ name: 'code', inputs, output: 'dist/code/vexil.mjs' }, () =>
    step('Building the command line', () => bundle({ 'code/vexil': 'server/code/cli/main.ts' }, { plugins: [] })),
  );
}

export async function buildDemo() {
  await writeClient();
  const inputs = [
    'scripts/demo',
    'scripts/lib/instances.ts',
    'server/client',
    'server/contract',
    'server/rules',
    'server/data',
    'server/runtime',
    'db/src',
    'db/seed',
    'docker/engine/src',
    'package-lock.json',
    'scripts/lib/build.mjs',
  ];
  await whenChanged({ name: 'demo', inputs, output: 'dist/demo/main.mjs' }, () =>
    step('Building the demo', () =>
      bundle({ 'demo/main': 'scripts/demo/main.ts', 'demo/instances': 'scripts/lib/instances.ts' }),
    ),
  );
}

export async function buildBench() {
  await writeClient();
  const inputs = [
    'scripts/bench',
    'server/client',
    'server/code',
    'server/testing/ctfd-export.ts',
    'scripts/demo',
    'scripts/lib',
    'server/contract',
    'server/rules',
    'server/data',
    'server/runtime',
    'db/src',
    'docker/engine/src',
    'package-lock.json',
  ];
  await whenChanged({ name: 'bench', inputs, output: 'dist/bench/main.mjs' }, () =>
    step('Building the benchmark', () =>
      bundle({ 'bench/main': 'scripts/bench/main.ts', 'bench/generator': 'scripts/bench/generator/main.ts' }),
    ),
  );
}

const web = {
  name: 'web',
  inputs: ['web', 'server/contract', 'server/rules', 'db/src/enums', 'package-lock.json'],
  output: 'web/dist/index.html',
};

export const isWebBuilt = () => isCurrent(web);

export async function buildWeb() {
  await whenChanged(web, () =>
    step('Building the web client', async () => {
      const { code, output } = await runTool(process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build'], {
        cwd: inRoot('web'),
        env: { ...process.env, NODE_ENV: 'production', VEXIL_COMMIT: sourceCommit() },
      });
      if (code !== 0) throw new Failure(`The web client could not be built.\n${tail(output, 30)}`);
    }),
  );
}
