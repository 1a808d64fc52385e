/** What every driver must pass. Tests only; a driver's own test calls `describeEngine`. */
import { describe } from 'vitest';
import type { ContainerEngine, ContainerSpec, RunningContainer } from '../../src/engine';
import { describeEvents } from './events';
import { describeFiles } from './files';
import type { Gate } from './gate';
import { describeImages } from './images';
import { describeLifecycle } from './lifecycle';
import { describeLimits } from './limits';
import { describeNetworks } from './networks';
import { describeParts } from './parts';
import { describeRuns } from './runs';

export interface ContractBench {
  engine: ContainerEngine;
  /** The test service; see testing/service. */
  spec(changes?: Partial<ContainerSpec>): ContainerSpec;
  /** Another worker's view of the same deployment. */
  another: ContainerEngine;
  /** Whether containers are real, so that they can be asked from inside. */
  isReal: boolean;
  /**
   * Where containers run in a kernel of their own, which ends with them where others refuse one more process.
   * `readCpuSeconds` gives the processor time of a container so far, which that kernel does not count.
   */
  ownKernel?: { readCpuSeconds(container: RunningContainer): Promise<number> };
  /** Whether one file is limited, beside the disk as a whole. */
  limitsFileSize?: boolean;
  /** Whether neighbours, the host and what is beyond it are tried from inside. */
  reachesNothing?: boolean;
  /** Runs a command on the engine's host; this machine when absent. */
  shell?: (command: string) => Promise<unknown>;
  /** A worker whose connection can be broken off. */
  openDistant?: () => Promise<{ engine: ContainerEngine; gate: Gate }>;
}

/** `bench` is read within tests, after the driver's own `beforeAll`. */
export function describeEngine(name: string, bench: () => ContractBench): void {
  describe(`the contract of container engines, ${name}`, () => {
    describeLifecycle(bench);
    describeEvents(bench);
    describeLimits(bench);
    describeNetworks(bench);
    describeParts(bench);
    describeRuns(bench);
    describeFiles(bench);
    describeImages(bench);
  });
}
