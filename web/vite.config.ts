import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkName } from './chunks';
import { languageFilesPlugin } from './language-files';
import { precompressPlugin } from './precompress';

/** The server to develop against; the dev server hands its calls, hubs and files on to it. */
const server = process.env.VEXIL_SERVER ?? 'http://127.0.0.1:8080';

const main = fileURLToPath(new URL('src/main.tsx', import.meta.url));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: true,
      routeFileIgnorePattern: '\\.test\\.',
    }),
    react(),
    languageFilesPlugin(),
    precompressPlugin(fileURLToPath(new URL('dist', import.meta.url))),
  ],
  define: {
    __BUILD__: JSON.stringify({
      tag: process.env.VEXIL_TAG ?? 'develop',
      commit: process.env.VEXIL_COMMIT ?? '',
      time: `${new Date().toISOString().slice(0, 19)}Z`,
    }),
  },
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
        // What every page needs and what seldom changes sits in chunks of its own, so that a new release of ours does
        // not make a player at the venue load React again. Anything else is split by route.
        strictExecutionOrder: true,
        codeSplitting: {
          // Otherwise a group takes what its modules need from the groups below.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            {
              name: 'data',
              test: /node_modules[\\/](@tanstack[\\/](react-)?(router|query|store|history)|i18next)/,
              priority: 20,
            },
            // Otherwise nearly sixty small files more, each compressed by itself and asked for by itself.
            { name: 'shell', tags: ['$initial'], priority: 10 },
            { name: 'signalr', test: /node_modules[\\/]@microsoft[\\/]signalr/, priority: 9 },
            { name: createChunkName(main), minShareCount: 2, priority: 5 },
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
