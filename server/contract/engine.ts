import { engineKinds, engineStates } from '@vexil/db/enums/container';
import { z } from 'zod';
import { engineEndpoints } from './engine.endpoints';
import { defineRoutes } from './route';
import { Time } from './wire';

/** As in the settings of workers. */
const EngineName = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);

export const Engine = z.object({
  name: z.string().describe('Of the settings of the workers'),
  kind: z.enum(engineKinds).describe('What it is'),
  state: z.enum(engineStates).describe('Set by administrators; only an active engine gets new instances'),
  isUp: z.boolean().describe('Whether a worker reported within the last 15 s that it answers'),
  lastError: z.string().nullable().describe('Why it did not answer the last check of a worker; null when it did'),
  seenAt: Time.describe('When a worker last reported it'),
  isLimited: z.boolean().describe('Whether memory and processor bound its instances, or only rank the engines'),
  memoryMiB: z.int().nullable().describe('Memory for instances in MiB; null where none is known'),
  memoryUsedMiB: z.int().describe('What its instances may use together, in MiB'),
  cpuTenths: z.int().nullable().describe('Processor time for instances in tenths of a core; null where none is known'),
  cpuUsedTenths: z.int().describe('What its instances may use together, in tenths of a core'),
  running: z.int().describe('Instances that run on it'),
  starting: z.int().describe('Instances that start on it'),
  waiting: z.int().describe('Starts that were given to it and have not begun'),
  ending: z.int().describe('Instances that are being ended on it'),
  runtimes: z.array(z.string()).describe('Runtimes that a challenge may name'),
});
export type Engine = z.infer<typeof Engine>;

export const EngineList = z.object({
  waiting: z.int().describe('Starts that wait for an engine'),
  engines: z.array(Engine).describe('By name'),
});
export type EngineList = z.infer<typeof EngineList>;

export const EngineUpdateBody = z.object({
  state: z
    .enum(engineStates)
    .describe('active: gets instances; draining: keeps what it has; removed: has none and stays so'),
  giveUp: z
    .boolean()
    .default(false)
    .describe('Only for removed: end the instances that are left, whether or not the engine answers'),
});

export const engineRoutes = defineRoutes(engineEndpoints, { access: 'Admin' })({
  list: {
    summary: 'Container engines that workers have registered, with what they hold',
    reply: EngineList,
  },
  update: {
    summary: 'Give instances to a container engine, drain it, or remove it',
    params: z.object({ name: EngineName }),
    body: EngineUpdateBody,
    reply: Engine,
    errors: ['engine.notFound', 'engine.occupied'],
  },
});
