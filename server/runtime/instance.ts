// What a new instance of a challenge is stored with, wherever it is requested.

import { createHash } from 'node:crypto';
import type { ContainerOptions } from '@vexil/contract/container-options';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { hasNames } from '@vexil/rules/container-names.rules';
import { instanceSize, readContainerOptions } from '@vexil/rules/container-options.rules';
import { namedContainerHost } from '@vexil/rules/public-host.rules';
import type { BaseDeps } from './deps';

export function instanceColumns(
  deps: Pick<BaseDeps, 'config' | 'random'>,
  challenge: Pick<ChallengeRow, 'containerImage' | 'memoryLimitMiB' | 'cpuTenths' | 'containerOptions'>,
): Pick<ContainerRow, 'image' | 'memoryMiB' | 'cpuTenths' | 'hostToken' | 'isProxy' | 'publicHost'> {
  const options = readContainerOptions(challenge.containerOptions);
  return {
    image: challenge.containerImage.trim(),
    ...instanceSize(challenge, options),
    ...entryColumns(deps, options),
  };
}

/** Only a configured host is stored: the Host header is the caller's choice and the whole team would see it. */
function entryColumns(
  { config, random }: Pick<BaseDeps, 'config' | 'random'>,
  options: ContainerOptions,
): Pick<ContainerRow, 'isProxy' | 'publicHost' | 'hostToken'> {
  const isNamed = hasNames(options, config);
  const isProxy = isNamed || config.containerPortMapping === 'proxy';
  return {
    isProxy,
    publicHost: isProxy ? null : namedContainerHost(config),
    hostToken: isNamed ? random.bytes(16).toString('hex') : null,
  };
}

type SpecColumns = Pick<
  ChallengeRow,
  | 'containerImage'
  | 'memoryLimitMiB'
  | 'cpuTenths'
  | 'storageLimitMiB'
  | 'exposePort'
  | 'readOnlyRoot'
  | 'tmpfsMiB'
  | 'networkMode'
  | 'containerOptions'
>;

/** Equal for two challenges' settings whose instances are alike; how many are kept and which flag they get makes no difference. */
export function specHashOf({ config }: Pick<BaseDeps, 'config'>, challenge: SpecColumns): string {
  const { sharing: _, warmCount: __, rotateFlag: ___, ...options } = readContainerOptions(challenge.containerOptions);
  const { memoryLimitMiB, cpuTenths, storageLimitMiB, exposePort, readOnlyRoot, tmpfsMiB, networkMode } = challenge;
  const parts = [
    challenge.containerImage.trim(),
    ...[memoryLimitMiB, cpuTenths, storageLimitMiB, exposePort, readOnlyRoot, tmpfsMiB, networkMode],
    options,
    [hasNames(options, config), config.containerPortMapping],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
