import type { Enforcement, EngineCapabilities } from './engine';
import type { EngineContext, KubernetesSettings } from './engine-settings';
import { codeOf, isMissing, isTaken, type KubernetesConnection } from './kubernetes-connection';
import type { ObjectContext } from './kubernetes-objects';
import { namespaceObject, namespacePolicies, pullSecret, quotaObject } from './kubernetes-policies';

/** Makes namespace, policies, quota and logins, or brings them up to date. */
export async function prepareNamespace(
  { core, networking }: KubernetesConnection,
  objects: ObjectContext,
  settings: KubernetesSettings,
  registries: NonNullable<EngineContext['registries']>,
): Promise<void> {
  const { namespace } = objects;
  await core.readNamespace({ name: namespace }).catch(async (error: unknown) => {
    // Without the right to read namespaces the operator has made it.
    if (codeOf(error) === 403) return;
    if (!isMissing(error)) throw error;
    await unlessTaken(core.createNamespace({ body: namespaceObject(namespace) }));
  });
  for (const body of namespacePolicies(objects)) {
    const name = body.metadata?.name ?? '';
    await upsert(
      () => networking.createNamespacedNetworkPolicy({ namespace, body }),
      () => networking.replaceNamespacedNetworkPolicy({ namespace, name, body }),
    );
  }
  const quota = quotaObject(objects, settings);
  if (quota !== null) {
    await upsert(
      () => core.createNamespacedResourceQuota({ namespace, body: quota }),
      () => core.replaceNamespacedResourceQuota({ namespace, name: 'vexil', body: quota }),
    );
  }
  if (Object.keys(registries).length > 0) {
    const body = pullSecret(objects, registries);
    await upsert(
      () => core.createNamespacedSecret({ namespace, body }),
      () => core.replaceNamespacedSecret({ namespace, name: body.metadata?.name ?? '', body }),
    );
  }
}

async function upsert(create: () => Promise<unknown>, replace: () => Promise<unknown>): Promise<void> {
  await create().catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return replace();
  });
}

async function unlessTaken(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isTaken(error)) throw error;
  });
}

export function describeCluster({ enforcesPolicies = false }: KubernetesSettings): EngineCapabilities {
  const byPolicy = (): Enforcement =>
    enforcesPolicies
      ? { enforced: true }
      : {
          enforced: false,
          why: 'Whether the cluster’s network enforces policies cannot be seen; try it, then set enforcesPolicies.',
        };
  return {
    memory: { enforced: true },
    cpu: { enforced: true },
    pids: { enforced: false, why: 'Pods have no limit of their own; set podPidsLimit of the kubelet.' },
    storage: { enforced: true },
    freeDiskFloor: { enforced: false, why: 'The kubelet evicts pods when a node’s disk is nearly full.' },
    noNewPrivileges: { enforced: true },
    isolatedHasNoEgress: byPolicy(),
    cannotReachHost: byPolicy(),
    openCannotReachPrivateRanges: byPolicy(),
  };
}
