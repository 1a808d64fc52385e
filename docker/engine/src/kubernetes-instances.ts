import type { V1Pod } from '@kubernetes/client-node';
import { pause } from './abort';
import { LABEL } from './docker-container';
import type { RunningContainer } from './engine';
import { ignoreMissing, type KubernetesConnection } from './kubernetes-connection';
import { MAIN, nameOf, type ObjectContext } from './kubernetes-objects';
import { instanceOf, roleOf, viewInstance } from './kubernetes-view';

const REMOVED_WITHIN_MS = 60_000;

export interface KubernetesInstances {
  list(): Promise<RunningContainer[]>;
  find(id: string): Promise<RunningContainer | null>;
  /** Of one instance or of all, with companions and runs. */
  pods(id?: string): Promise<V1Pod[]>;
  /** The resource version of the list lets a watch follow it. */
  listWithVersion(): Promise<{ containers: RunningContainer[]; version: string }>;
  remove(id: string, atOnce?: boolean): Promise<void>;
  removePod(name: string): Promise<void>;
}

export function createKubernetesInstances(
  { core, networking }: KubernetesConnection,
  { deployment, namespace }: ObjectContext,
  proxyHost: string | undefined,
): KubernetesInstances {
  const selector = (id?: string) =>
    [`${LABEL.deployment}=${deployment}`, ...(id === undefined ? [] : [`${LABEL.partOf}=${id}`])].join(',');
  const podList = (id?: string) => core.listNamespacedPod({ namespace, labelSelector: selector(id) });
  const services = async (id?: string) =>
    (await core.listNamespacedService({ namespace, labelSelector: selector(id) })).items;

  const listWithVersion = async (id?: string) => {
    const list = await podList(id);
    const named = await services(id);
    const ids = [...named.map(instanceOf), ...list.items.filter((pod) => roleOf(pod) === MAIN).map(instanceOf)];
    const containers = [...new Set(ids)]
      .filter((one) => one !== undefined)
      .map((one) => {
        const pods = list.items.filter((pod) => instanceOf(pod) === one);
        const main = pods.find((pod) => roleOf(pod) === MAIN);
        return viewInstance(
          one,
          main,
          named.find((service) => instanceOf(service) === one),
          pods,
          proxyHost,
        );
      });
    return { containers, version: list.metadata?.resourceVersion ?? '' };
  };

  const removePod = (name: string, gracePeriodSeconds?: number) =>
    ignoreMissing(core.deleteNamespacedPod({ namespace, name, gracePeriodSeconds }));

  const removeEach = async (pods: readonly V1Pod[], gracePeriodSeconds?: number) => {
    for (const { metadata } of pods) await removePod(metadata?.name ?? '', gracePeriodSeconds);
  };
  const removePods = async (id: string, atOnce: boolean) => {
    const giveUpAt = Date.now() + REMOVED_WITHIN_MS;
    let pods = (await podList(id)).items;
    while (pods.length > 0 && Date.now() <= giveUpAt) {
      const left = pods.filter(({ metadata }) => metadata?.deletionTimestamp === undefined);
      await removeEach(left, atOnce ? 0 : undefined);
      await pause(200);
      pods = (await podList(id)).items;
    }
    // A node that does not answer never confirms; then the object alone is removed.
    await removeEach(pods, 0);
  };

  return {
    list: async () => (await listWithVersion()).containers,
    listWithVersion: () => listWithVersion(),
    find: async (id) => (await listWithVersion(id)).containers[0] ?? null,
    pods: async (id) => (await podList(id)).items,
    removePod: (name) => removePod(name, 0),
    remove: async (id, atOnce = false) => {
      await removePods(id, atOnce);
      const policies = await networking.listNamespacedNetworkPolicy({ namespace, labelSelector: selector(id) });
      for (const { metadata } of policies.items) {
        await ignoreMissing(networking.deleteNamespacedNetworkPolicy({ namespace, name: metadata?.name ?? '' }));
      }
      // Last, because its name is the claim to the id.
      await ignoreMissing(core.deleteNamespacedService({ namespace, name: nameOf(id) }));
    },
  };
}
