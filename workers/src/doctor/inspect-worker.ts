import { hostname } from 'node:os';
import type { doctorJobs, WorkerFindings } from '@vexil/contract/doctor';
import type { PayloadOf } from '@vexil/contract/job';
import { pingWithin } from '@vexil/engine/connect';
import { ENFORCEMENTS, EngineError } from '@vexil/engine/engine';
import { readOpenFilesMax } from '@vexil/runtime/process-limits';
import { putAnswer } from '@vexil/runtime/worker-request';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { MailFailed } from '../mail/mailer';

async function inspectEngine({ name, engine }: WorkerEngine): Promise<WorkerFindings['engines'][number]> {
  const { kind } = engine;
  try {
    await pingWithin(engine);
    const [capabilities, containers, { memoryMiB, cpuTenths }] = await Promise.all([
      engine.capabilities(),
      engine.list(),
      engine.capacity(),
    ]);
    const unenforced = ENFORCEMENTS.flatMap((what) => {
      const { enforced, why = '' } = capabilities[what];
      return enforced ? [] : [{ what, why }];
    });
    return { name, kind, down: null, instances: containers.length, memoryMiB, cpuTenths, unenforced };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { name, kind, down: error.message, instances: 0, memoryMiB: null, cpuTenths: null, unenforced: [] };
  }
}

async function inspectMail({ mailer, config }: WorkerDeps): Promise<WorkerFindings['mail']> {
  if (mailer === null || config.smtpUrl === null) return null;
  const host = new URL(config.smtpUrl).hostname;
  try {
    await mailer.check();
    return { host, refusal: null };
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    return { host, refusal: error.answer ?? error.code };
  }
}

/** For an operator who waits for the answer. */
export async function inspectWorker(
  deps: WorkerDeps,
  { requestId }: PayloadOf<typeof doctorJobs.inspect>,
): Promise<void> {
  const [engines, mail, openFilesMax] = await Promise.all([
    Promise.all([...deps.engines.values()].map(inspectEngine)),
    inspectMail(deps),
    readOpenFilesMax(),
  ]);
  const found: WorkerFindings = { worker: hostname(), openFilesMax, engines, mail };
  await putAnswer(deps, requestId, found);
}
