import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const whole = fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css'));
const directory = join(dirname(whole), 'styles');
/** What every page needs, whatever its components. */
const base = ['baseline', 'default-css-variables', 'global'];

const suffix = '.layer.css';
const opening = '@layer mantine {';
const pathOf = (name: string) => join(directory, `${name}${suffix}`);

function readRules(name: string): string {
  const text = readFileSync(pathOf(name), 'utf8').trim();
  if (!text.startsWith(opening) || !text.endsWith('}')) throw new Error(`The styles of ${name} are in no layer`);
  return text.slice(opening.length, -1).trim();
}

/** The names of all files in the order in which Mantine puts them together. */
function readOrder(): string[] {
  const text = readFileSync(whole, 'utf8');
  const places = readdirSync(directory)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .map((name) => ({ name, at: text.indexOf(readRules(name)) }));
  const missing = places.filter(({ at }) => at < 0);
  if (missing.length > 0) throw new Error(`Mantine's styles lack ${missing.map(({ name }) => name).join(', ')}`);
  return places.sort((a, b) => a.at - b.at).map(({ name }) => name);
}

const virtual = '\0mantine-base.css';
const moduleOfComponent = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const styleOfComponent = /@mantine\/core\/styles\/([\w-]+)\.layer\.css$/;

/**
 * Builds the styles of Mantine with the components that use them, in place of one file with those of all: a first page
 * needs a quarter of it. Each component has a layer, so that their order is Mantine's, whichever file comes first: the
 * page itself names them all, because the styles of every page stand below those of single pages. Only for builds: the
 * development server bundles Mantine by itself.
 */
export function mantineStylesPlugin(): Plugin {
  let isFound = false;
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === '@mantine/core/styles.layer.css' ? virtual : undefined),
    load(id) {
      if (id === virtual) return base.map((name) => `@layer mantine.${name} {${readRules(name)}}`).join('\n');
      const [, name] = styleOfComponent.exec(id) ?? [];
      return name === undefined ? undefined : `@layer mantine.${name} {${readRules(name)}}`;
    },
    transformIndexHtml(html) {
      const layers = readOrder().map((name) => `mantine.${name}`);
      if (!html.includes('<style>')) throw new Error('index.html has no place for the order of layers');
      return html.replace('<style>', `<style>@layer ${layers.join(',')};`);
    },
    transform(code, id) {
      const [, name] = moduleOfComponent.exec(id) ?? [];
      if (name === undefined) return undefined;
      isFound = true;
      return { code: `import '@mantine/core/styles/${name}${suffix}';\n${code}`, map: null };
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error('Mantine has the classes of its components in other files');
    },
  };
}
