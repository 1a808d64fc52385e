import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findOpenRejudging } from '@vexil/data/rejudging/rejudging.queries';
import type { BaseDeps } from '@vexil/runtime/deps';
import type { JobRun } from '../run-job';

const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './rejudging.mjs', import.meta.url),
);

const lowest = 19;

/** In a process of its own: a draft compares whole boards, and a worker that does so judges nothing meanwhile. */
export async function computeApart(
  { db }: Pick<BaseDeps, 'db'>,
  { rejudgingId }: { rejudgingId: number },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  // A sweep that met a running job is followed by one more run.
  const draft = await findOpenRejudging(db, rejudgingId);
  if (!draft || draft.state === 'Ready') return;
  const child = fork(program, [String(rejudgingId)], { signal, killSignal: 'SIGKILL' });
  try {
    // From its first instruction: to start costs as much as to judge.
    if (child.pid) setPriority(child.pid, lowest);
  } catch {
    // Where this is not allowed, the draft is computed all the same.
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The process that computes a re-judging ended with ${code}`);
}
