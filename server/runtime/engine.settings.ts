import { asciiHost } from '@vexil/contract/email.rules';
// The engines that a worker can reach, from CONTAINER_ENGINES, and the logins of registries. Servers need neither.

import { engineKinds } from '@vexil/db/enums/container';
import { z } from 'zod';

export const defaultEngineName = 'default';
const startsMaxDefault = 4;

const ip = z.union([z.ipv4(), z.ipv6()], 'must be an IP address');
const hostName = z
  .string()
  .overwrite(asciiHost)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f]*:[0-9a-f:.]*$/i, 'must be a host name');
const dockerAddress = z
  .string()
  .regex(/^(unix:\/\/\/|(tcp|http):\/\/[^/]+\/?$)/, 'must be unix:///path or tcp://host:port')
  .default('unix:///var/run/docker.sock');

const common = {
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be small letters, digits and hyphens, at most 63')
    .default(defaultEngineName),
  /** For all containers together. When absent, what the engine reports ranks the engines and bounds nothing. */
  memoryMiB: z.int().min(64).optional(),
  cpuTenths: z.int().min(1).optional(),
  /** Starts at the same time; more of them are slower together. */
  startsMax: z.int().min(1).max(64).default(startsMaxDefault),
  /** Where players reach published ports; CONTAINER_PUBLIC_HOST when absent. */
  publicHost: hostName.optional(),
  /** Where servers reach ports that players do not; CONTAINER_PROXY_HOST when absent. */
  proxyHost: ip.optional(),
};

const docker = {
  ...common,
  host: dockerAddress,
  /** Directory with ca.pem, cert.pem and key.pem, for tcp. */
  certPath: z.string().optional(),
  /** IPv4, eight addresses per instance. */
  networkPool: z.string().optional(),
  customNetwork: z.string().optional(),
  /** Of every container that names none, such as runsc. */
  runtime: z.string().optional(),
};

export const EngineSettings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('docker'), ...docker }),
  z.strictObject({
    kind: z.literal('swarm'),
    ...common,
    host: dockerAddress,
    certPath: z.string().optional(),
    customNetwork: z.string().optional(),
    /** In the ingress network instances can reach each other. */
    publish: z.enum(['host', 'ingress']).default('host'),
    /** Engines of other nodes by host name, for flags in files, disk limits and the reasons of ends. */
    nodes: z.record(z.string(), z.strictObject({ host: dockerAddress, certPath: z.string().optional() })).optional(),
  }),
  z.strictObject({
    kind: z.literal('kubernetes'),
    ...common,
    /** The pod's own service account when absent. */
    kubeconfig: z.string().optional(),
    context: z.string().optional(),
    namespace: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
      .optional(),
    nodeSelector: z.record(z.string(), z.string()).optional(),
    /** Secrets of the namespace, beside those made of CONTAINER_REGISTRIES. */
    pullSecrets: z.array(z.string()).optional(),
    runtimeClass: z.string().optional(),
    /** Whether the operator has found that the cluster's network enforces policies. */
    enforcesPolicies: z.boolean().optional(),
  }),
]);
export type EngineSettings = z.output<typeof EngineSettings>;

const Engines = z
  .array(EngineSettings)
  .min(1)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'two engines have the same name');

const Registries = z.record(z.string(), z.strictObject({ username: z.string(), password: z.string() }));

/** A list in JSON; mistakes name the member and never its value, which may be a password. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text, ctx): z.output<Schema> => {
    const refuse = (message: string) => {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return refuse('must be JSON');
    }
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return refuse(`${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'is not valid'}`);
  });

export const EnginesText = json(Engines);
export const RegistriesText = json(Registries);

/** CONTAINER_ENGINES and CONTAINER_ENGINE say the same thing in two ways. */
export function findEngineMistakes(environment: Readonly<Record<string, string | undefined>>) {
  if (environment.CONTAINER_ENGINES === undefined) return [];
  return ['CONTAINER_ENGINE', 'DOCKER_HOST']
    .filter((variable) => environment[variable] !== undefined)
    .map((variable) => ({ variable, message: 'has no effect beside CONTAINER_ENGINES; set one of them' }));
}

export const engineKindNames = [...engineKinds, 'none'] as const;
