// The Kubernetes manifests as objects, and what the published schemas say of them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { readDocuments } from './yaml';

export interface ClusterObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, and the schemas check them.
  [member: string]: any;
}

interface Kustomization {
  namespace: string;
  resources: string[];
  configMapGenerator?: { name: string; envs: string[] }[];
  secretGenerator?: { name: string; envs: string[] }[];
  images?: { name: string }[];
}

export const folders = ['base', 'instances', 'autoscale'] as const;
export type Folder = (typeof folders)[number];

const placeOf = (folder: Folder) => path.posix.join('docker/kubernetes', folder);

export const kustomizationOf = (folder: Folder): Kustomization =>
  readDocuments<Kustomization>(`${placeOf(folder)}/kustomization.yaml`)[0] as Kustomization;

/** Files of manifests that a folder has. */
export const listFiles = (folder: Folder): string[] =>
  readdirSync(inRoot(placeOf(folder))).filter(
    (name) => /\.yaml$/.test(name) && !/^(kustomization|adapter-rules|scrape)\./.test(name),
  );

export const objectsOf = (folder: Folder): ClusterObject[] =>
  listFiles(folder).flatMap((file) => readDocuments<ClusterObject>(`${placeOf(folder)}/${file}`));

/** @returns names of the variables of `settings.env` and the like */
export const namesOf = (file: string): string[] =>
  [...readFileSync(inRoot(placeOf('base'), file), 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

const groups: Record<string, string> = { 'rbac.authorization.k8s.io': 'rbac.authorization.k8s.io' };
const moduleOf = ({ apiVersion, kind }: ClusterObject): string =>
  `kubernetes-models/${groups[apiVersion] ?? apiVersion}/${kind}`;

const load = createRequire(import.meta.url);

/** Types, required members and lists of values. Members that no schema knows pass. */
export function findMistake(object: ClusterObject): string | null {
  const Model = load(moduleOf(object))[object.kind];
  try {
    new Model(object).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Has the compiler look for members that the types of the published schemas do not have, such as a slip in a name. */
export function findUnknownMembers(objects: readonly ClusterObject[]): string {
  const lines = objects.map((object, at) => {
    const type = `import('${moduleOf(object)}').I${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object)};`;
  });
  const directory = mkdtempSync(path.join(tmpdir(), 'vexil-manifests-'));
  try {
    symlinkSync(inRoot('node_modules'), path.join(directory, 'node_modules'));
    const file = path.join(directory, 'objects.ts');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    const ran = spawnSync(inRoot('node_modules/.bin/tsc'), [...options, '--types', '', file], { encoding: 'utf8' });
    if (ran.error) throw ran.error;
    return ran.stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
