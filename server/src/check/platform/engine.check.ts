import type { CheckCode, WorkerFindings } from '@vexil/contract/doctor';
import { readDrainedEngines, readUnreachableEngines } from '../../container/engine.service';
import { type Finding, fault, gib, ok, type PlatformCheck, unknown, warning } from '../check';

const enforcementCodes: Record<string, CheckCode> = {
  memory: 'engine.memory',
  cpu: 'engine.cpu',
  pids: 'engine.pids',
  noNewPrivileges: 'engine.noNewPrivileges',
  freeDiskFloor: 'engine.freeDiskFloor',
  isolatedHasNoEgress: 'engine.isolatedHasNoEgress',
  cannotReachHost: 'engine.cannotReachHost',
  openCannotReachPrivateRanges: 'engine.openCannotReachPrivateRanges',
};

function ofUnenforced({ what, why }: { what: string; why: string }): Finding {
  // Workers make up for missing quotas of the storage driver, which few engines have.
  if (what === 'storage') return ok('engine.storage', { why });
  return warning(enforcementCodes[what] ?? 'engine.unenforced', { what, why });
}

function ofEngines({ worker, engines }: WorkerFindings): Finding[] {
  if (engines.length === 0) return [warning('engine.missing')];
  return engines.flatMap((engine) => ofEngine(worker, engine));
}

function ofEngine(worker: string, engine: WorkerFindings['engines'][number]): Finding[] {
  const { name, kind, down, instances, memoryMiB, cpuTenths, unenforced } = engine;
  const named = { engine: `${name} (${kind})`, worker };
  if (down !== null) return [fault('engine.down', { ...named, reason: down })];
  const answers = [ok('engine.answers', { ...named, count: instances })];
  if (memoryMiB !== null && cpuTenths !== null) {
    answers.push(ok('engine.capacity', { memory: gib(memoryMiB * 1024 ** 2), cores: cpuTenths / 10 }));
  }
  if (unenforced.length === 0) return [...answers, ok('engine.enforced')];
  return [...answers, ...unenforced.map(ofUnenforced)];
}

export const engine: PlatformCheck = {
  name: 'engine',
  audience: 'platform',
  async watch({ deps, queueHealth }) {
    const [{ workers }, engines] = await Promise.all([queueHealth(), readUnreachableEngines(deps)]);
    // Without workers no engine is reported.
    return new Map(workers > 0 ? [['EngineDown', new Map(engines.map((name) => [name, null]))]] : []);
  },
  async ask({ deps, worker }) {
    if (deps.config.containerEngine === 'none') return [ok('engine.off')];
    const [answer, drained] = await Promise.all([worker(), readDrainedEngines(deps)]);
    return [
      ...(answer ? ofEngines(answer) : [unknown('engine.silent')]),
      ...(drained.length > 0 ? [warning('engine.drained', { engines: drained.join(', ') })] : []),
    ];
  },
};
