import type { DockerConnection } from './docker-connection';
import { readFreeDisk } from './docker-disk';
import { isMissing } from './docker-errors';
import { applyFirewall, type FirewallState, firewallInstructions } from './docker-firewall';
import type { Enforcement, EngineCapabilities, EngineLogger } from './engine';
import type { SwarmCluster } from './swarm-cluster';

const GATEWAY_NETWORK = 'docker_gwbridge';

export interface SwarmProtection {
  /** Installs the rules where this process can, and says what holds. */
  capabilities(): Promise<EngineCapabilities>;
  /** Other tools flush the firewall rules. */
  secureNetworks(): Promise<void>;
}

export function createProtection(
  connection: DockerConnection,
  cluster: SwarmCluster,
  { isWanted, logger }: { isWanted: boolean; logger: EngineLogger | undefined },
): SwarmProtection {
  let firewall: FirewallState = { applied: false, why: 'not tried yet' };
  let wasPrinted = false;

  const secureNetworks = async () => {
    const subnet = await gatewaySubnet(connection);
    if (!isWanted) firewall = { applied: false, why: 'switched off by the settings' };
    else if (subnet === null) firewall = { applied: false, why: `${GATEWAY_NETWORK} does not exist yet` };
    else if (!connection.local) firewall = { applied: false, why: 'the manager is on another machine' };
    else if ((await cluster.nodes()).length > 1) firewall = { applied: false, why: 'other nodes need the rules too' };
    else firewall = await applyFirewall({ open: subnet });
    if (firewall.applied || !isWanted || wasPrinted || subnet === null) return;
    wasPrinted = true;
    const message = `Firewall rules to install on every node as root, with the subnet of its own ${GATEWAY_NETWORK}.`;
    logger?.info({ commands: firewallInstructions({ open: subnet }) }, message);
  };

  return {
    secureNetworks,
    capabilities: async () => {
      await secureNetworks();
      const { apiVersion } = await connection.facts();
      const seesDisk = (await cluster.nodes()).length === 1 && (await readFreeDisk(connection)) !== null;
      return describe({ apiVersion, firewall, seesDisk });
    },
  };
}

function describe(facts: { apiVersion: string; firewall: FirewallState; seesDisk: boolean }): EngineCapabilities {
  const when = (enforced: boolean, why: string): Enforcement => (enforced ? { enforced } : { enforced, why });
  const { firewall } = facts;
  const byRules = (without: string) =>
    when(firewall.applied, `${without} Firewall rules would prevent it; not installed: ${firewall.why ?? 'unknown'}.`);
  return {
    memory: when(false, 'A service may swap as much as its memory; switch swap off on the nodes.'),
    cpu: { enforced: true },
    pids: { enforced: true },
    storage: when(false, 'Docker Swarm has no disk limits; a worker measures on nodes whose engine it reaches.'),
    freeDiskFloor: when(facts.seesDisk, 'The worker cannot see the disks of all nodes.'),
    noNewPrivileges: when(
      Number(facts.apiVersion.split('.')[1]) >= 44,
      'Docker Swarm before API 1.44 cannot keep services from gaining rights through setuid files.',
    ),
    isolatedHasNoEgress: when(
      false,
      `All instances of a node leave through ${GATEWAY_NETWORK}, so Isolated ones cannot be distinguished from Open ones.`,
    ),
    cannotReachHost: byRules('Containers reach services of their node that listen on all addresses.'),
    openCannotReachPrivateRanges: byRules('Private networks and cloud metadata can be reached from containers.'),
  };
}

async function gatewaySubnet({ docker }: DockerConnection): Promise<string | null> {
  try {
    const network = (await docker.getNetwork(GATEWAY_NETWORK).inspect()) as {
      IPAM?: { Config?: { Subnet?: string }[] | null };
    };
    return network.IPAM?.Config?.[0]?.Subnet ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
