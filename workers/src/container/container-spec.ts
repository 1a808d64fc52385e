import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ContainerOptions } from '@vexil/contract/container-options';
import { invariant } from '@vexil/contract/errors';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { ContainerPort } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { ContainerSpec, RunningContainer } from '@vexil/engine/engine';
import { diskLimitMiB } from '@vexil/rules/ceiling.rules';
import { containerEnvironment } from '@vexil/rules/container.rules';
import { portsOf } from '@vexil/rules/container-options.rules';
import { generateTestFlag } from '@vexil/rules/flag-template.rules';
import type { EngineSettings } from '@vexil/runtime/engine.settings';
import type { WorkerDeps } from '../deps';
import { checkFlagOf } from '../solver/check-flag';
import type { ContainerOrder } from './container.queries';

export interface SpecFacts {
  order: ContainerOrder;
  options: ContainerOptions;
  ceilings: ContainerCeilings;
  settings: EngineSettings;
  /** Null for challenges whose flag is in the image. */
  flag: string | null;
}

export function specOf(deps: Pick<WorkerDeps, 'config'>, facts: SpecFacts): ContainerSpec {
  const { order, options, ceilings, settings } = facts;
  const { container, challenge, teamId } = order;
  const env = environmentOf(facts);
  return {
    id: container.id,
    image: container.image,
    env,
    labels: {
      TeamId: ownerOf(order),
      ChallengeId: `${challenge.id}`,
      ...(teamId !== null && container.accountId ? { UserId: container.accountId } : {}),
    },
    ports: portsOf(challenge.exposePort, options).map(({ name, port }) => ({ name, port })),
    memoryMiB: challenge.memoryLimitMiB,
    cpuTenths: challenge.cpuTenths,
    storageMiB: diskLimitMiB(challenge.storageLimitMiB, ceilings),
    readOnlyRoot: challenge.readOnlyRoot,
    tmpfsMiB: challenge.tmpfsMiB,
    networkMode: challenge.networkMode,
    ...(container.isProxy ? { publishOn: settings.proxyHost ?? deps.config.containerProxyHost } : {}),
    companions: options.companions.map(({ name, image, environment, memoryMiB, cpuTenths }) => ({
      name,
      image: image.trim(),
      env: { ...env, ...environment },
      memoryMiB,
      cpuTenths,
    })),
    ...(options.runtime === null ? {} : { runtime: options.runtime }),
  };
}

/** A flag that is delivered in a file is in no variable, which every process of the container could read. */
function environmentOf({ order, options, flag }: SpecFacts): Record<string, string> {
  const { container, challenge } = order;
  return containerEnvironment({
    flag: options.flagDelivery === 'file' ? null : flag,
    teamId: ownerOf(order),
    userId: container.accountId,
    challengeId: challenge.id,
    gameId: challenge.gameId,
  });
}

const ownerOf = ({ container, teamId }: ContainerOrder): string => {
  if (teamId !== null) return `${teamId}`;
  return container.kind === 'Test' || container.kind === 'Check' ? 'admin' : 'all';
};

/** The team's flag, or one of its form for those who test the challenge. */
export function flagOf(
  deps: Pick<WorkerDeps, 'sealing' | 'random'>,
  { container, challenge, teamChallenge }: Pick<ContainerOrder, 'container' | 'challenge' | 'teamChallenge'>,
): string | null {
  if (!isDynamic(challenge.type) || container.kind === 'Warm') return null;
  if (container.kind === 'Check') return checkFlagOf(deps.sealing, container.id, challenge);
  if (container.kind !== 'Team') {
    const template = challenge.flagTemplateSealed ? deps.sealing.unseal(challenge.flagTemplateSealed) : null;
    return generateTestFlag(template, { randomInt: deps.random.integer, randomUuid: deps.random.uuid });
  }
  invariant(teamChallenge?.flagSealed, 'A dynamic container is requested only after its flag was handed out.');
  return deps.sealing.unseal(teamChallenge.flagSealed);
}

/** Addresses to store; ports of a proxied container are for servers only. */
export function addressesOf(
  { container, challenge }: ContainerOrder,
  options: ContainerOptions,
  settings: EngineSettings,
  started: RunningContainer,
): Partial<ContainerRow> {
  const kinds = new Map(portsOf(challenge.exposePort, options).map(({ name, kind }) => [name, kind]));
  const ports = started.ports.map(
    ({ name, port, host, hostPort }): ContainerPort => ({
      name,
      port,
      kind: kinds.get(name) ?? 'tcp',
      publicPort: container.isProxy ? null : hostPort,
      host,
      hostPort,
    }),
  );
  const [main] = started.ports;
  invariant(main, 'A container has its main port.');
  const { host, hostPort, internalHost, port } = main;
  if (container.isProxy) return { ports, internalHost: host, internalPort: hostPort, publicPort: null };
  const publicHost = settings.publicHost ?? container.publicHost;
  return { ports, publicHost, internalHost, internalPort: port, publicPort: hostPort };
}
