import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JobRun } from '../run-job';

const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './rejudging.mjs', import.meta.url),
);

/** In a process of its own: a draft compares whole boards, and a worker that does so judges nothing meanwhile. */
export async function computeApart(
  _deps: unknown,
  { rejudgingId }: { rejudgingId: number },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const child = fork(program, [String(rejudgingId)], { signal, killSignal: 'SIGKILL' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The process that computes a re-judging ended with ${code}`);
}
