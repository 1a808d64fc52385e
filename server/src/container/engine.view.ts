import type { Engine } from '@vexil/contract/engine';
import type { LoadedEngine } from './engine.queries';

export const viewEngine = ({ engine, isSeen, ...load }: LoadedEngine): Engine => ({
  ...load,
  name: engine.name,
  kind: engine.kind,
  state: engine.state,
  isUp: engine.isUp && isSeen,
  lastError: engine.lastError,
  seenAt: engine.seenAt.getTime(),
  isLimited: engine.isLimited,
  memoryMiB: engine.memoryMiB,
  cpuTenths: engine.cpuTenths,
  runtimes: engine.runtimes,
});
