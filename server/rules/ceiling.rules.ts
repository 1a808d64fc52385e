// Organisers of one game decide what the engine runs for it; these are the ceilings that administrators set over all of
// them. They bind everybody, are checked when a challenge is saved and again when a container is started.

import type { ContainerCeilings, ceilingCodes } from '@vexil/contract/ceiling';
import { isImageAllowed, parseImageName, parseRegistryList } from '@vexil/contract/image.rules';
import type { NetworkMode } from '@vexil/db/enums/container';

/** The members of a challenge that have a ceiling, in the units of its row. */
export interface CeilingedChallenge {
  gameId: number;
  containerImage: string;
  memoryLimitMiB: number;
  cpuTenths: number;
  storageLimitMiB: number;
  networkMode: NetworkMode;
}

export interface CeilingBreach {
  /** As the member is called in calls. */
  field: 'containerImage' | 'memoryLimit' | 'cpuCount' | 'storageLimit' | 'networkMode';
  code: (typeof ceilingCodes)[number];
  params: Record<string, string | number>;
}

/** Everything of a challenge that is beyond a ceiling. An image that was not named yet is none. */
export function findBreaches(challenge: CeilingedChallenge, ceilings: ContainerCeilings): CeilingBreach[] {
  const above = (field: CeilingBreach['field'], value: number, max: number, unit: string): CeilingBreach[] =>
    value > max ? [{ field, code: 'challenge.ceilingExceeded', params: { max: unit } }] : [];
  const { networkMode } = challenge;
  return [
    ...imageBreaches(challenge, ceilings),
    ...above('memoryLimit', challenge.memoryLimitMiB, ceilings.memoryMiB, `${ceilings.memoryMiB} MiB`),
    ...above('cpuCount', challenge.cpuTenths, ceilings.cpuTenths, `${ceilings.cpuTenths / 10} CPU`),
    ...above('storageLimit', challenge.storageLimitMiB, ceilings.storageMiB, `${ceilings.storageMiB} MiB`),
    ...(ceilings.networkModes.includes(networkMode)
      ? []
      : [{ field: 'networkMode', code: 'challenge.networkNotAllowed', params: { mode: networkMode } } as const]),
  ];
}

function imageBreaches(challenge: CeilingedChallenge, ceilings: ContainerCeilings): CeilingBreach[] {
  const text = challenge.containerImage.trim();
  if (text === '') return [];
  const image = parseImageName(text);
  if (image === null) return [{ field: 'containerImage', code: 'challenge.imageInvalid', params: {} }];
  const entries = parseRegistryList(ceilings.imageRegistries) ?? [];
  if (isImageAllowed(image, entries, challenge.gameId)) return [];
  const params = { registry: image.registry };
  return [{ field: 'containerImage', code: 'challenge.imageNotAllowed', params }];
}

/** MiB that a container may write; a challenge without a limit of its own has the ceiling's. */
export function diskLimitMiB(storageLimitMiB: number, ceilings: Pick<ContainerCeilings, 'storageMiB'>): number {
  return storageLimitMiB === 0 ? ceilings.storageMiB : Math.min(storageLimitMiB, ceilings.storageMiB);
}

/** The end of a container that is wanted for `wantedMs`, within the ceiling counted from its start; Unix milliseconds. */
export function boundedEnd(
  startMs: number,
  wantedMs: number,
  ceilings: Pick<ContainerCeilings, 'lifetimeMinutes'>,
): number {
  return Math.min(wantedMs, startMs + ceilings.lifetimeMinutes * 60_000);
}
