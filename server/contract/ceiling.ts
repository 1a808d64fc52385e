import { networkModes } from '@vexil/db/enums/container';
import { z } from 'zod';
import type { ErrorCode } from './errors';
import { problem } from './field';
import { parseRegistryList } from './image.rules';
import { text, wireNumbers } from './wire';

export const NetworkMode = z.enum(networkModes).register(wireNumbers, { Isolated: 32, Custom: 255 });

/** Of an engine, such as runsc. */
export const RuntimeName = text(64).regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/);

export const ContainerCeilings = z.object({
  memoryMiB: z.int().min(32).max(1_048_576),
  /** Tenths of a core. */
  cpuTenths: z.int().min(1).max(1024),
  storageMiB: z.int().min(1).max(1_048_576),
  /** From start to end of one container, extensions included. */
  lifetimeMinutes: z.int().min(1).max(525_600),
  /** Containers of the whole deployment at once; 0 is no limit. */
  instancesMax: z.int().min(0).max(1_000_000),
  networkModes: z.array(NetworkMode).max(networkModes.length),
  /** See `isImageAllowed`. */
  imageRegistries: text(4096).refine((text) => parseRegistryList(text) !== null, problem('field.format')),
  /** That a challenge may name; the engine's own needs no name. */
  runtimes: z.array(RuntimeName).max(32),
});
export type ContainerCeilings = z.infer<typeof ContainerCeilings>;

export const standardCeilings: ContainerCeilings = {
  memoryMiB: 4096,
  cpuTenths: 40,
  storageMiB: 10_240,
  lifetimeMinutes: 10_080,
  instancesMax: 0,
  networkModes: ['Open', 'Isolated'],
  imageRegistries: '',
  runtimes: [],
};

export const ceilingCodes = [
  'challenge.ceilingExceeded',
  'challenge.imageInvalid',
  'challenge.imageNotAllowed',
  'challenge.networkNotAllowed',
  'challenge.runtimeNotAllowed',
] as const satisfies readonly ErrorCode[];
