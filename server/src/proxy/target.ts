import { mainPortName } from '@vexil/contract/container-options';
import type { Instance } from './proxy.queries';

/** One port of an instance; `host` and `port` are where servers connect, null where it cannot be reached. */
export type ProxyTarget = Omit<Instance, 'ports' | 'state'> & { portName: string };

/** undefined when the instance has no such port. */
export function findPort(instance: Instance, portName: string): ProxyTarget | undefined {
  const { ports, state: _state, ...target } = instance;
  const named = ports.find(({ name }) => name === portName);
  if (named?.host) return { ...target, portName, host: named.host, port: named.hostPort };
  return portName === mainPortName ? { ...target, portName } : undefined;
}
