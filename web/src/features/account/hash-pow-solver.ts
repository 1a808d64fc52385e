import type { HashPowChallenge } from '@vexil/contract/captcha';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { ApiError } from '../../api/api-error';
import { call } from '../../api/call';
import { type CaptchaSolver, createSolver } from './captcha-solver';

/** What the worker says while it tries, and at the end. */
export type FromSolver = { tries: number } | { answer: string };

/** The part of a worker that is needed here. */
export type SolverThread = {
  postMessage(challenge: HashPowChallenge): void;
  onmessage: ((event: MessageEvent<FromSolver>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
};

/** Tests put a thread of their own here. */
export const threads = {
  open: (): SolverThread => new Worker(new URL('./hash-pow.worker.ts', import.meta.url), { type: 'module' }),
};

// The server forgets a challenge after five minutes; the form still has to arrive.
const lifetimeMs = 4 * 60_000;

/** How likely so many tries have found an answer: a bar that only grows, and never claims to be at its end. */
const likelihood = (tries: number, difficulty: number) => 1 - Math.exp(-tries / 2 ** difficulty);

/** Fetches a challenge and solves it beside the page, so that typing is not disturbed. */
export function createHashPow(): CaptchaSolver {
  return createSolver((report) => {
    const aborter = new AbortController();
    let thread: SolverThread | undefined;
    const work = async () => {
      const challenge = await call(captchaEndpoints.powChallenge, {}, { signal: aborter.signal });
      if (aborter.signal.aborted) return;
      thread = threads.open();
      thread.onmessage = ({ data }) => {
        if ('tries' in data) return report.progress(likelihood(data.tries, challenge.difficulty));
        thread?.terminate();
        report.solved(data.answer);
      };
      thread.onerror = () => report.failed(new ApiError({ title: '', status: 0, code: 'captcha.worker' }));
      thread.postMessage(challenge);
    };
    work().catch(report.failed);
    return () => {
      aborter.abort();
      thread?.terminate();
    };
  }, lifetimeMs);
}
