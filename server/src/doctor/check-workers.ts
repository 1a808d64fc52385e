import type { CheckCode, WorkerFindings } from '@vexil/contract/doctor';
import { listLivingWorkers } from '@vexil/runtime/heartbeat';
import { productInfo } from '../config/product';
import { readDrainedEngines } from '../engine/engine.service';
import { type Check, type Finding, fault, gib, ok, unknown, warning } from './finding';

export const checkWorkers: Check = async ({ redis, keyPrefix }) => {
  const workers = await listLivingWorkers(redis, keyPrefix);
  if (workers.length === 0) return [fault('workers.none')];
  const versions = new Set([productInfo.version, ...workers.flatMap(({ version }) => version ?? [])]);
  return [
    ok('workers.run', { count: workers.length }),
    ...(versions.size > 1 ? [warning('workers.versions', { versions: [...versions].sort().join(', ') })] : []),
  ];
};

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

export const checkEngine: Check = async (deps, { worker }) => {
  if (deps.config.containerEngine === 'none') return [ok('engine.off')];
  const [answer, drained] = await Promise.all([worker(), readDrainedEngines(deps)]);
  return [
    ...(answer ? ofEngines(answer.found) : [unknown('engine.silent')]),
    ...(drained.length > 0 ? [warning('engine.drained', { engines: drained.join(', ') })] : []),
  ];
};

export const checkMail: Check = async ({ config }, { worker }) => {
  if (config.smtpUrl === null) return [warning('mail.off')];
  const answer = await worker();
  if (!answer) return [unknown('mail.silent')];
  const { mail } = answer.found;
  if (mail === null) return [fault('mail.workerOff')];
  const { host, refusal } = mail;
  return [refusal === null ? ok('mail.answers', { host }) : fault('mail.refuses', { host, reason: refusal })];
};
