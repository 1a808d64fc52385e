// How a challenge's container runs, beyond image and limits. Stored as one value; absent members have their defaults.

import {
  entryKinds,
  flagDeliveries,
  type ContainerOptions as Options,
  portKinds,
  readinessKinds,
  sharings,
} from '@vexil/db/enums/container';
import { z } from 'zod';
import { RuntimeName } from './ceiling';
import { problem, problemOf } from './field';
import { text } from './wire';

export const mainPortName = 'main';
const portsMax = 8;
const companionsMax = 8;
const variablesMax = 64;
const warmCountMax = 50;

const isFree = (name: string) => name !== mainPortName;

/** Part of a host name; Kubernetes allows a port 15 characters. */
const PortName = text(15)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .refine(isFree, problem('field.format'));

/** A host name without dots, by which the containers of an instance reach each other. */
const HostName = text(32)
  .regex(/^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/)
  .refine((name) => isFree(name) && name !== 'localhost', problem('field.format'));

const ExtraPort = z.object({
  name: PortName,
  port: z.int().min(1).max(65_535),
  kind: z.enum(portKinds).default('tcp'),
});

const variable = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const Companion = z.object({
  name: HostName,
  image: text(512).min(1),
  environment: z
    .record(z.string().regex(variable), text(4096))
    .refine((values) => Object.keys(values).length <= variablesMax, problem('field.tooMany', { limit: variablesMax }))
    .default({})
    .describe('Variables by name'),
  memoryMiB: z.int().min(6).max(1_048_576).default(64),
  cpuTenths: z.int().min(1).max(1024).default(1),
});

/** An absolute path of plain segments, so that it cannot leave its directory. */
const FilePath = text(255).regex(/^(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/);

const requestPath = text(512).regex(/^\/[\x21-\x7e]*$/);

const hasNoRepeat = (values: readonly (string | number)[]) => new Set(values).size === values.length;

export const ContainerOptions = z
  .object({
    mainKind: z.enum(portKinds).default('tcp').describe('What the port of the container speaks'),
    entry: z.enum(entryKinds).default('port').describe('Whether players connect to a port or to a host name'),
    ports: z.array(ExtraPort).max(portsMax).default([]).describe('Reachable ports beside exposePort'),
    companions: z.array(Companion).max(companionsMax).default([]).describe('Containers that run beside the main one'),
    readiness: z
      .object({
        kind: z.enum(readinessKinds).default('tcp'),
        path: requestPath.default('/'),
        timeoutSeconds: z.int().min(1).max(600).default(30).describe('After which the start counts as failed'),
      })
      .prefault({})
      .describe('When an instance counts as running'),
    flagDelivery: z.enum(flagDeliveries).default('environment').describe('How the flag reaches the container'),
    flagPath: FilePath.default('/flag').describe('Of the file that holds the flag'),
    rotateFlag: z
      .boolean()
      .default(false)
      .describe('Each new instance of a team that has not solved the challenge gets a new flag'),
    runtime: RuntimeName.nullable()
      .default(null)
      .describe('Runtime of the engine, one of `containerCeilings.runtimes`; null for its own'),
    sharing: z
      .enum(sharings)
      .default('none')
      .describe('One instance for all teams: none, onDemand for the first team that asks, or kept running'),
    warmCount: z.int().min(0).max(warmCountMax).default(0).describe('Instances started ahead, each for one team'),
  })
  .refine(({ ports }) => hasNoRepeat(ports.map(({ name }) => name)), problemOf('ports', 'field.twice'))
  .refine(({ ports }) => hasNoRepeat(ports.map(({ port }) => port)), problemOf('ports', 'field.twice'))
  .refine(
    ({ companions }) => hasNoRepeat(companions.map(({ name }) => name)),
    problemOf('companions', 'field.twice'),
  ) satisfies z.ZodType<Options>;
export type ContainerOptions = z.output<typeof ContainerOptions>;

export const standardContainerOptions: ContainerOptions = ContainerOptions.parse({});
