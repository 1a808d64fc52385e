import {
  type ContainerOptions,
  mainPortName,
  ContainerOptions as Schema,
  standardContainerOptions,
} from '@vexil/contract/container-options';
import type { ChallengeType } from '@vexil/db/enums/challenge';
import type { ContainerOptions as Stored } from '@vexil/db/enums/container';
import { isRenewable } from './flag-template.rules';

/** Of a stored value; one that no longer fits the schema gives the defaults, so that the challenge stays editable. */
export function readContainerOptions(stored: Partial<Stored>): ContainerOptions {
  const read = Schema.safeParse(stored);
  return read.success ? read.data : standardContainerOptions;
}

export interface NamedPort {
  name: string;
  port: number;
  kind: ContainerOptions['mainKind'];
}

/** All reachable ports, `main` first. */
export function portsOf(exposePort: number, { mainKind, ports }: ContainerOptions): NamedPort[] {
  return [{ name: mainPortName, port: exposePort, kind: mainKind }, ...ports];
}

/** Memory and processor of a whole instance: the main container with its companions. */
export function instanceSize(
  main: { memoryLimitMiB: number; cpuTenths: number },
  { companions }: Pick<ContainerOptions, 'companions'>,
): { memoryMiB: number; cpuTenths: number } {
  return companions.reduce(
    (sum, one) => ({ memoryMiB: sum.memoryMiB + one.memoryMiB, cpuTenths: sum.cpuTenths + one.cpuTenths }),
    { memoryMiB: main.memoryLimitMiB, cpuTenths: main.cpuTenths },
  );
}

/** Images that an engine needs for a challenge. */
export function imagesOf(containerImage: string, { companions }: Pick<ContainerOptions, 'companions'>): string[] {
  const images = [containerImage, ...companions.map(({ image }) => image)];
  return [...new Set(images.map((image) => image.trim()).filter((image) => image !== ''))];
}

type OptionPath = `containerOptions.${'ports' | 'flagDelivery' | 'rotateFlag' | 'sharing' | 'warmCount'}`;

/** The first option that contradicts another. */
export function findContradiction(
  challenge: { type: ChallengeType; exposePort: number; flagTemplate: string | null },
  options: ContainerOptions,
): OptionPath | null {
  const isDynamic = challenge.type === 'DynamicContainer';
  if (options.ports.some(({ port }) => port === challenge.exposePort)) return 'containerOptions.ports';
  if (!isDynamic && options.flagDelivery === 'file') return 'containerOptions.flagDelivery';
  if (options.rotateFlag && !(isDynamic && isRenewable(challenge.flagTemplate))) return 'containerOptions.rotateFlag';
  const isShared = options.sharing !== 'none';
  // Each team has a flag of its own, and variables of a running container cannot be changed.
  if (isDynamic && isShared) return 'containerOptions.sharing';
  const isBound = isDynamic && options.flagDelivery === 'environment';
  if (options.warmCount > 0 && (isShared || isBound)) return 'containerOptions.warmCount';
  return null;
}
