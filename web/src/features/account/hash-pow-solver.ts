import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { ApiError } from '../../api/api-error';
import { call } from '../../api/call';
import { type CaptchaSolver, createSolver } from './captcha-solver';

export type FromSolver = { tries: number } | { answer: string };

/** The part of `Worker` that is used here. */
export type SolverThread = {
  postMessage(challenge: HashPowChallenge): void;
  onmessage: ((event: MessageEvent<FromSolver>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
};

/** Replaced in tests. */
export const threads = {
  open: (): SolverThread => new Worker(new URL('./hash-pow.worker.ts', import.meta.url), { type: 'module' }),
};

// The server keeps a challenge for five minutes; the form needs time to arrive.
const lifetimeMs = 4 * 60_000;

/** Probability that this many tries suffice: a progress that only grows and never reaches 1. */
const likelihood = (tries: number, difficulty: number) => 1 - Math.exp(-tries / 2 ** difficulty);

/** Solves a challenge, by default one that it fetches, in a worker, so that typing stays responsive. */
export function createHashPow(given?: HashPowChallenge): CaptchaSolver {
  return createSolver((report) => {
    const aborter = new AbortController();
    let thread: SolverThread | undefined;
    const work = async () => {
      const challenge = given ?? (await call(captchaEndpoints.powChallenge, {}, { signal: aborter.signal }));
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
