import { readFileSync } from 'node:fs';
import { environmentSchema } from '@vexil/runtime/config';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import {
  type ClusterObject,
  findMistake,
  findUnknownMembers,
  folders,
  kustomizationOf,
  listFiles,
  namesOf,
  objectsOf,
} from './cluster';
import { readDocuments } from './yaml';

const base = objectsOf('base');
const find = (kind: string, name: string): ClusterObject => {
  const found = base.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};
/** Templates of pods, by the name of what makes them. */
const templates = base.flatMap((object) => {
  const template = object.spec?.template ?? object.spec?.jobTemplate?.spec.template;
  return template ? [{ name: object.metadata.name, template }] : [];
});
const labelsOf = (name: string) => templates.find((one) => one.name === name)?.template.metadata.labels;

describe.each(folders)('docker/kubernetes/%s', (folder) => {
  const objects = objectsOf(folder);

  it.each(objects.map((object) => [object.kind, object.metadata.name, object] as const))(
    'has a %s %s as the published schema says',
    (_kind, _name, object) => expect(findMistake(object)).toBeNull(),
  );

  it('has no member that the published schemas do not know', () => expect(findUnknownMembers(objects)).toBe(''));

  it('names every manifest', () => {
    const own = kustomizationOf(folder).resources.filter((name) => !name.startsWith('..'));
    expect(own.sort()).toEqual(listFiles(folder).sort());
  });
});

describe('the check of manifests', () => {
  it('finds a wrong type and an unknown member', () => {
    const server = find('Deployment', 'vexil-server');
    expect(findMistake({ ...server, spec: { ...server.spec, replicas: 'two' } })).toContain('replicas');
    const slip = { ...server, spec: { ...server.spec, replica: 2 } };
    expect(findUnknownMembers([slip])).toContain('"replica"');
  });
});

describe('pods of the platform', () => {
  it('are the servers, the workers and the backup', () => {
    expect(templates.map(({ name }) => name).sort()).toEqual(['vexil-backup', 'vexil-server', 'vexil-worker']);
  });

  it.each(templates)('$name runs without rights, with settings and an account that exist', ({ template }) => {
    const { spec } = template;
    const { configMapGenerator = [], secretGenerator = [], images = [] } = kustomizationOf('base');
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(
      base.some(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === spec.serviceAccountName),
    ).toBe(true);
    for (const container of spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(images.map(({ name }) => name)).toContain(container.image);
      const from = container.envFrom.map((one: ClusterObject) => (one.configMapRef ?? one.secretRef).name);
      expect(from).toEqual([...configMapGenerator, ...secretGenerator].map(({ name }) => name));
      const volumes = spec.volumes.map(({ name }: { name: string }) => name);
      expect(container.volumeMounts.filter(({ name }: { name: string }) => !volumes.includes(name))).toEqual([]);
      const ports = (container.ports ?? []).map(({ name }: { name: string }) => name);
      const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(
        (name) => container[name]?.httpGet ?? [],
      );
      expect(probes.filter(({ port }) => !ports.includes(port))).toEqual([]);
    }
  });

  it('only workers have access to the cluster', () => {
    const withAccess = templates.filter(({ template }) => template.spec.automountServiceAccountToken);
    expect(withAccess.map(({ name }) => name)).toEqual(['vexil-worker']);
  });

  it('are selected by deployments, services, budgets and policies', () => {
    for (const name of ['vexil-server', 'vexil-worker']) {
      expect(find('Deployment', name).spec.selector.matchLabels).toEqual(labelsOf(name));
      expect(find('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(labelsOf(name));
    }
    expect(find('Service', 'vexil-server').spec.selector).toEqual(labelsOf('vexil-server'));
    expect(find('NetworkPolicy', 'vexil-http').spec.podSelector.matchLabels).toEqual(labelsOf('vexil-server'));
    expect(find('NetworkPolicy', 'vexil-nothing').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress'] });
  });

  it('are asked at paths that servers answer, with the time to end that they need', () => {
    const [server] = find('Deployment', 'vexil-server').spec.template.spec.containers;
    const paths = [server.startupProbe, server.livenessProbe, server.readinessProbe].map(({ httpGet }) => httpGet.path);
    expect(paths).toEqual(['/readyz', '/healthz', '/readyz?exclude=redis']);
    const compose = readFileSync(inRoot('docker/compose.yml'), 'utf8');
    for (const name of ['vexil-server', 'vexil-worker']) {
      const { terminationGracePeriodSeconds } = find('Deployment', name).spec.template.spec;
      expect(compose).toContain(`stop_grace_period: ${terminationGracePeriodSeconds}s`);
    }
  });

  it('know every setting that they are given', () => {
    const given = [...namesOf('settings.env'), ...namesOf('secrets.example.env')];
    expect(given.length).toBeGreaterThan(10);
    expect(given.filter((name) => !(name in environmentSchema.shape))).toEqual([]);
  });

  it('can be started with the example settings', () => {
    const parse = (name: string, value: string) =>
      environmentSchema.shape[name as keyof typeof environmentSchema.shape].safeParse(value).success;
    const lines = readFileSync(inRoot('docker/kubernetes/base/settings.env'), 'utf8').trim().split('\n');
    const wrong = lines.filter((line) => !parse(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)));
    expect(wrong).toEqual([]);
  });
});

describe('workers in the namespace of instances', () => {
  const [role] = objectsOf('instances').filter(({ kind }) => kind === 'Role');
  const may = (resource: string, verb: string) =>
    role?.rules.some(
      (rule: { resources: string[]; verbs: string[] }) =>
        rule.resources.includes(resource) && rule.verbs.includes(verb),
    );
  const calls = readCalls();

  it('may do what the driver does there, and nothing else', () => {
    const wanted = calls.map(([verb = '', resource = '']) => `${verb} ${resource}`);
    expect(wanted).toContain('create pods');
    expect(wanted.filter((one) => !may(one.split(' ')[1] ?? '', one.split(' ')[0] ?? ''))).toEqual([]);
    // The driver does these without a call of the client's that names them.
    const other = new Set(['watch pods', 'create pods/exec', 'get pods/exec']);
    const granted = role?.rules.flatMap((rule: { resources: string[]; verbs: string[] }) =>
      rule.resources.flatMap((resource) => rule.verbs.map((verb) => `${verb} ${resource}`)),
    );
    expect(granted.filter((one: string) => !wanted.includes(one) && !other.has(one))).toEqual([]);
  });

  it('have the rights of a worker outside, which a test runs the driver with', () => {
    const outside = readDocuments<ClusterObject>('docker/kubernetes/instances-only.yaml');
    const rulesOf = (objects: ClusterObject[], kind: string) => objects.find((object) => object.kind === kind)?.rules;
    expect(role?.rules).toEqual(rulesOf(outside, 'Role'));
    expect(rulesOf(base, 'ClusterRole')).toEqual(rulesOf(outside, 'ClusterRole'));
  });
});

/** Verb and resource of the calls that the driver makes in its namespace. */
function readCalls(): string[][] {
  const verbs: Record<string, string> = {
    read: 'get',
    replace: 'update',
    list: 'list',
    create: 'create',
    delete: 'delete',
  };
  const resources: Record<string, string> = {
    Pod: 'pods',
    PodLog: 'pods/log',
    Service: 'services',
    ResourceQuota: 'resourcequotas',
    Secret: 'secrets',
    NetworkPolicy: 'networkpolicies',
  };
  const names = ['instances', 'logs', 'preparation', 'run', 'start', 'pull', 'view', 'watch', 'capacity', 'files'];
  const source = names
    .map((name) => readFileSync(inRoot(`docker/engine/src/kubernetes-${name}.ts`), 'utf8'))
    .join('\n');
  const found = [...source.matchAll(/\.(read|replace|list|create|delete|patch)Namespaced(\w+)/g)];
  return found.map(([, verb = '', kind = '']) => [verbs[verb] ?? verb, resources[kind] ?? kind]);
}

describe('docker/kubernetes/autoscale', () => {
  it('scales deployments that exist, by metrics that the platform has', () => {
    const page = readFileSync(inRoot('docs/install.md'), 'utf8');
    const rules = readFileSync(inRoot('docker/kubernetes/autoscale/adapter-rules.yaml'), 'utf8');
    for (const { spec } of objectsOf('autoscale')) {
      find(spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
      for (const { pods, external } of spec.metrics) {
        const { name } = (pods ?? external)?.metric ?? {};
        if (name) expect(rules).toContain(`as: ${name} }`);
      }
    }
    const series = [...rules.matchAll(/seriesQuery: '(\w+)/g)].map(([, name = '']) => name);
    expect(series).toHaveLength(3);
    expect(series.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has Prometheus scrape the pods, with the labels that rules and alerts ask for', () => {
    interface Relabelling {
      action?: string;
      source_labels: string[];
      regex?: string;
      target_label?: string;
    }
    const [file] = readDocuments<{ scrape_configs: { relabel_configs: Relabelling[] }[] }>(
      'docker/kubernetes/autoscale/scrape.yaml',
    );
    const steps = file?.scrape_configs.flatMap((job) => job.relabel_configs) ?? [];
    const port = steps.find(({ action }) => action === 'keep')?.regex;
    const scraped = templates.filter(({ template }) =>
      template.spec.containers.some(({ ports = [] }: { ports?: { name: string }[] }) =>
        ports.some(({ name }) => name === port),
      ),
    );
    expect(scraped.map(({ name }) => name)).toEqual(['vexil-server', 'vexil-worker']);
    const alerts = readFileSync(inRoot('docker/prometheus/vexil.rules.yml'), 'utf8');
    expect([...alerts.matchAll(/job="([^"]+)"/g)].filter(([, job]) => job !== labelsOf(job ?? '')?.app)).toEqual([]);
    const [job, ...others] = steps.filter((step) => step.target_label);
    expect(job).toMatchObject({ source_labels: ['__meta_kubernetes_pod_label_app'], target_label: 'job' });
    expect(others.map((step) => step.target_label)).toEqual(['namespace', 'pod']);
  });
});
