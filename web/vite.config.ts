import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkName } from './chunks';
import { languageFilesPlugin } from './language-files';
import { mantineStylesPlugin } from './mantine-styles';
import { pageFilesPlugin } from './page-files';
import { precompressPlugin } from './precompress';
import { replacedModules } from './replaced-modules';

/** The server to develop against; the dev server hands its calls, hubs and files on to it. */
const server = process.env.VEXIL_SERVER ?? 'http://127.0.0.1:8080';

/** Vite's own names end with the number of a line too, which is 2.6 KB of the compressed styles. */
const scopedName = (name: string, file: string) => {
  const hash = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url');
  return `${name}_${hash.slice(0, 5)}`;
};

const main = fileURLToPath(new URL('src/main.tsx', import.meta.url));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Their loaders bring the calls of organisers and administrators, of signing in and of posts, and the rules of the
        // scoreboard, which players would load with the first page.
        splitBehavior: ({ routeId }) =>
          /^\/(admin|teams$|posts|account|games\/\$id\/(challenges|scoreboard)$)/.test(routeId)
            ? [['loader', 'component']]
            : undefined,
      },
    }),
    react(),
    replacedModules(),
    mantineStylesPlugin(),
    languageFilesPlugin(),
    pageFilesPlugin(),
    precompressPlugin(fileURLToPath(new URL('dist', import.meta.url))),
  ],
  define: {
    __BUILD__: JSON.stringify({
      tag: process.env.VEXIL_TAG ?? 'develop',
      commit: process.env.VEXIL_COMMIT ?? '',
      time: `${new Date().toISOString().slice(0, 19)}Z`,
    }),
  },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    // Not the usual `assets`: files that organisers and players upload have that path.
    assetsDir: 'static',
    sourcemap: false,
    // All browsers that run `es2022` know it.
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise a group takes what its modules need from the groups below.
          includeDependenciesRecursively: false,
          groups: [
            // What every page needs and what seldom changes: a new release of ours does not make a player at the venue
            // load React again.
            {
              name: 'vendor',
              test: /node_modules[\\/](((react|react-dom|scheduler|use-sync-external-store|i18next)[\\/])|@tanstack[\\/](react-)?(router|query|store|history))/,
              priority: 20,
            },
            { name: 'signalr', test: /node_modules[\\/]@microsoft[\\/]signalr/, priority: 10 },
            { name: createChunkName(main), priority: 5 },
          ],
        },
      },
    },
  },
  server: {
    // The Host header stays as the browser sent it (no `changeOrigin`): the server compares it with `Origin`.
    proxy: {
      '/api': { target: server, ws: true },
      '/hub': { target: server, ws: true },
      '/assets': { target: server },
    },
  },
});
