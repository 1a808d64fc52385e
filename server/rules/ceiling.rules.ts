// Administrators' limits over all organisers, checked when a challenge is saved and when a container starts.

import type { ContainerCeilings, ceilingCodes } from '@vexil/contract/ceiling';
import { isImageAllowed, parseImageName, parseRegistryList } from '@vexil/contract/image.rules';
import type { ContainerOptions, NetworkMode } from '@vexil/db/enums/container';
import { instanceSize, readContainerOptions } from './container-options.rules';

export interface CeilingedChallenge {
  gameId: number;
  containerImage: string;
  memoryLimitMiB: number;
  cpuTenths: number;
  storageLimitMiB: number;
  networkMode: NetworkMode;
  containerOptions: Partial<ContainerOptions>;
}

export interface CeilingBreach {
  /** As named in requests. */
  field:
    | 'containerImage'
    | 'memoryLimit'
    | 'cpuCount'
    | 'storageLimit'
    | 'networkMode'
    | 'containerOptions'
    | 'containerOptions.runtime';
  code: (typeof ceilingCodes)[number];
  params: Record<string, string | number>;
}

/** A missing image is no breach. Companions count together with the main container. */
export function findBreaches(challenge: CeilingedChallenge, ceilings: ContainerCeilings): CeilingBreach[] {
  const options = readContainerOptions(challenge.containerOptions);
  const whole = instanceSize(challenge, options);
  const hasOthers = options.companions.length > 0;
  const above = (field: CeilingBreach['field'], value: number, max: number, unit: string): CeilingBreach[] =>
    value > max ? [{ field, code: 'challenge.ceilingExceeded', params: { max: unit } }] : [];
  const { networkMode } = challenge;
  const { runtime } = options;
  const images = [
    ['containerImage', challenge.containerImage],
    ...options.companions.map(({ image }) => ['containerOptions', image] as const),
  ] as const;
  return [
    ...images.flatMap(([field, image]) =>
      findImageBreaches(image, challenge.gameId, ceilings).map((breach) => ({ field, ...breach })),
    ),
    ...above('memoryLimit', challenge.memoryLimitMiB, ceilings.memoryMiB, `${ceilings.memoryMiB} MiB`),
    ...above('cpuCount', challenge.cpuTenths, ceilings.cpuTenths, `${ceilings.cpuTenths / 10} CPU`),
    ...(hasOthers ? above('containerOptions', whole.memoryMiB, ceilings.memoryMiB, `${ceilings.memoryMiB} MiB`) : []),
    ...(hasOthers
      ? above('containerOptions', whole.cpuTenths, ceilings.cpuTenths, `${ceilings.cpuTenths / 10} CPU`)
      : []),
    ...above('storageLimit', challenge.storageLimitMiB, ceilings.storageMiB, `${ceilings.storageMiB} MiB`),
    ...(ceilings.networkModes.includes(networkMode)
      ? []
      : [{ field: 'networkMode', code: 'challenge.networkNotAllowed', params: { mode: networkMode } } as const]),
    ...(runtime === null || ceilings.runtimes.includes(runtime)
      ? []
      : [{ field: 'containerOptions.runtime', code: 'challenge.runtimeNotAllowed', params: { runtime } } as const]),
  ];
}

export function findImageBreaches(
  imageText: string,
  gameId: number,
  ceilings: ContainerCeilings,
): Omit<CeilingBreach, 'field'>[] {
  const text = imageText.trim();
  if (text === '') return [];
  const image = parseImageName(text);
  if (image === null) return [{ code: 'challenge.imageInvalid', params: {} }];
  const entries = parseRegistryList(ceilings.imageRegistries) ?? [];
  if (isImageAllowed(image, entries, gameId)) return [];
  return [{ code: 'challenge.imageNotAllowed', params: { registry: image.registry } }];
}

/** MiB; 0 falls back to the ceiling. */
export function diskLimitMiB(storageLimitMiB: number, ceilings: Pick<ContainerCeilings, 'storageMiB'>): number {
  return storageLimitMiB === 0 ? ceilings.storageMiB : Math.min(storageLimitMiB, ceilings.storageMiB);
}

/** Unix milliseconds, at most the ceiling counted from the start. */
export function boundedEnd(
  startMs: number,
  wantedMs: number,
  ceilings: Pick<ContainerCeilings, 'lifetimeMinutes'>,
): number {
  return Math.min(wantedMs, startMs + ceilings.lifetimeMinutes * 60_000);
}
