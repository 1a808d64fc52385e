import type { EngineCapacity } from './engine';
import { codeOf, isMissing, type KubernetesConnection } from './kubernetes-connection';
import type { ObjectContext } from './kubernetes-objects';
import { listNodes } from './kubernetes-pull';

const FACTORS: Record<string, number> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** Such as 1500m or 8Gi; NaN for others. */
export function parseQuantity(text: string): number {
  const [, number, suffix = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(text) ?? [];
  return Number(number) * (FACTORS[suffix] ?? Number.NaN);
}

export async function capacityOf(connection: KubernetesConnection, objects: ObjectContext): Promise<EngineCapacity> {
  const nodes = await listNodes(connection, objects);
  const sum = (resource: 'memory' | 'cpu') =>
    nodes.reduce((all, { status }) => all + parseQuantity(status?.allocatable?.[resource] ?? '0'), 0);
  return {
    memoryMiB: Math.floor(sum('memory') / 2 ** 20),
    cpuTenths: Math.floor(sum('cpu') * 10),
    runtimes: await listRuntimes(connection),
  };
}

async function listRuntimes({ node }: KubernetesConnection): Promise<string[]> {
  try {
    const { items } = await node.listRuntimeClass();
    return items.map(({ metadata }) => metadata?.name ?? '').sort();
  } catch (error) {
    if (codeOf(error) === 403 || isMissing(error)) return [];
    throw error;
  }
}
