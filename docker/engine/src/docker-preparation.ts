import { describeCapabilities } from './docker-capabilities';
import type { OptionalFeatures } from './docker-confinement';
import type { DockerConnection } from './docker-connection';
import { readFreeDisk } from './docker-disk';
import { applyFirewall, type FirewallState, firewallInstructions } from './docker-firewall';
import type { EngineCapabilities, EngineLogger } from './engine';
import type { SubnetPool } from './subnet-pool';

export interface Preparation {
  /** Runs once, again after a failure. */
  prepare(): Promise<void>;
  /** Other tools flush the firewall rules. */
  secureNetworks(): Promise<void>;
  capabilities(): Promise<EngineCapabilities>;
}

export function createPreparation(
  connection: DockerConnection,
  pool: SubnetPool,
  features: OptionalFeatures,
  { firewall: isWanted = true, logger }: { firewall?: boolean; logger?: EngineLogger },
): Preparation {
  let firewall: FirewallState = { applied: false, why: 'not tried yet' };
  let preparing: Promise<void> | null = null;

  const secureNetworks = async () => {
    if (!isWanted) firewall = { applied: false, why: 'switched off by the settings' };
    else if (!connection.local) firewall = { applied: false, why: 'the engine is on another machine' };
    else firewall = await applyFirewall(pool);
  };

  const capabilities = async () => {
    const seesDisk = (await readFreeDisk(connection)) !== null;
    return describeCapabilities(await connection.facts(), features, firewall, seesDisk);
  };

  const run = async () => {
    const facts = await connection.facts();
    features.storageLimit = /^(btrfs|zfs)$/.test(facts.storageDriver) || facts.backingFilesystem === 'xfs';
    await secureNetworks();
    for (const [what, { enforced, why }] of Object.entries(await capabilities())) {
      if (!enforced) logger?.warn({ what, why }, 'Not enforced for challenge containers.');
    }
    if (firewall.applied || !isWanted) return;
    const commands = firewallInstructions(pool);
    logger?.info({ commands }, 'Firewall rules to install on the engine’s host as root.');
  };

  return {
    secureNetworks,
    capabilities,
    prepare() {
      preparing ??= run().catch((error: unknown) => {
        preparing = null;
        throw error;
      });
      return preparing;
    },
  };
}
