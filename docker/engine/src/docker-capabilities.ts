import type { OptionalFeatures } from './docker-confinement';
import type { DockerFacts } from './docker-connection';
import type { FirewallState } from './docker-firewall';
import type { Enforcement, EngineCapabilities } from './engine';

export function describeCapabilities(
  facts: DockerFacts,
  features: OptionalFeatures,
  firewall: FirewallState,
  seesDisk: boolean,
): EngineCapabilities {
  const when = (enforced: boolean, why: string): Enforcement => (enforced ? { enforced } : { enforced, why });
  const memoryWhy = facts.memoryLimit
    ? 'The kernel does not count swap, so a container may swap beyond its memory.'
    : 'The engine’s kernel has no memory limits.';
  const byRules = (without: string) =>
    when(firewall.applied, `${without} Firewall rules would prevent it; not installed: ${firewall.why ?? 'unknown'}.`);
  return {
    memory: when(facts.memoryLimit && facts.swapLimit, memoryWhy),
    cpu: when(facts.cpuQuota, 'The engine’s kernel has no CPU quotas.'),
    pids: when(facts.pidsLimit, 'The engine’s kernel has no limit on processes.'),
    storage: when(
      features.storageLimit,
      `The storage driver ${facts.storageDriver} on ${facts.backingFilesystem || 'this file system'} has no quotas; the size of one file is limited, and a worker looks at what containers have written every few seconds and ends those beyond their limit.`,
    ),
    freeDiskFloor: when(
      seesDisk,
      'The worker cannot see the disk of the engine, so containers start however full it is.',
    ),
    noNewPrivileges: { enforced: true },
    isolatedHasNoEgress: byRules('An Isolated container gets no replies, but packets leave it.'),
    cannotReachHost: byRules(
      'Containers reach services of the engine’s host that listen on all addresses, published ports of other instances among them.',
    ),
    openCannotReachPrivateRanges: byRules('Private networks and cloud metadata can be reached from Open containers.'),
  };
}
