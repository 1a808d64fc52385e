import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { findProgram } from '../lib/find-program.mjs';
import { buildPublished, go } from '../lib/go';
import { step } from '../lib/terminal.mjs';

/** Where the programs are kept. */
export const defaultFolder = path.join(homedir(), '.cache/vexil/kubernetes');

const VERSION = '32.9';
/** Enforces policies of networks; the bridge of pods does not. */
const ROUTER = { module: 'github.com/cloudnativelabs/kube-router/v2@v2.1.0', at: 'cmd/kube-router' };
const PARTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'] as const;

/** Kubernetes names these without a version, and an importer has to. */
const MODULES = [
  ...['api', 'apiextensions-apiserver', 'apimachinery', 'apiserver', 'cli-runtime', 'client-go', 'cloud-provider'],
  ...['cluster-bootstrap', 'code-generator', 'component-base', 'component-helpers', 'controller-manager', 'cri-api'],
  ...['cri-client', 'csi-translation-lib', 'dynamic-resource-allocation', 'endpointslice', 'externaljwt', 'kms'],
  ...['kube-aggregator', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler', 'kubectl', 'kubelet', 'metrics'],
  ...['mount-utils', 'pod-security-admission', 'sample-apiserver', 'sample-cli-plugin', 'sample-controller'],
];

/** Debian package to its programs. */
const SYSTEM: Record<string, string[]> = {
  'etcd-server': ['etcd'],
  containerd: ['containerd', 'ctr'],
  runc: ['runc'],
  kubectl: ['kubectl'],
  iproute2: ['ip'],
  iptables: ['iptables'],
  ipset: ['ipset'],
  conntrack: ['conntrack'],
  'busybox-static': ['busybox'],
  openssl: ['openssl'],
};

/** Throws Failure. */
export function checkSystem(): void {
  if (process.getuid?.() !== 0) throw new Failure('A node of Kubernetes needs root.');
  const missing = Object.entries(SYSTEM).flatMap(([name, programs]) =>
    programs.every((program) => findProgram(program) !== null) ? [] : [name],
  );
  if (!existsSync('/usr/lib/cni/bridge')) missing.push('containernetworking-plugins');
  if (missing.length > 0) throw new Failure(`Packages of Debian that are missing: ${missing.join(' ')}`);
}

/** What the folder lacks, with Go; a quarter of an hour on two processors. Throws Failure. */
export async function buildPrograms(folder: string): Promise<void> {
  const missing = PARTS.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) await buildKubernetes(folder, missing);
  if (existsSync(path.join(folder, 'kube-router'))) return;
  await step('Building kube-router', () =>
    buildPublished(ROUTER.module, ROUTER.at, path.join(folder, 'kube-router'), folder),
  );
}

async function buildKubernetes(folder: string, parts: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const source = await mkdtemp(path.join(tmpdir(), 'vexil-kubernetes-'));
  try {
    const replace = MODULES.map((name) => `replace k8s.io/${name} => k8s.io/${name} v0.${VERSION}`);
    const head = ['module cluster', 'go 1.23.0', `require k8s.io/kubernetes v1.${VERSION}`];
    await writeFile(path.join(source, 'go.mod'), [...head, ...replace, ''].join('\n'));
    const imports = PARTS.map((name) => `import _ "k8s.io/kubernetes/cmd/${name}"`);
    await writeFile(path.join(source, 'parts.go'), ['//go:build parts', '', 'package cluster', ...imports].join('\n'));
    await step('Fetching the source of Kubernetes', () => go(['mod', 'tidy', '-e'], source));
    const about = 'k8s.io/component-base/version';
    const [minor] = VERSION.split('.');
    const values = { gitVersion: `v1.${VERSION}`, gitMajor: '1', gitMinor: minor };
    const flags = Object.entries(values).map(([name, value]) => `-X ${about}.${name}=${value}`);
    for (const name of parts) {
      const words = ['build', '-ldflags', ['-s', '-w', ...flags].join(' '), '-o', path.join(folder, name)];
      await step(`Building ${name}`, () => go([...words, `k8s.io/kubernetes/cmd/${name}`], source));
    }
  } finally {
    await rm(source, { recursive: true });
  }
}
