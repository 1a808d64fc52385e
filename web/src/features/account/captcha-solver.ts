import { createStore, type Store } from '../../store/create-store';

type CaptchaState = {
  step: 'working' | 'solved' | 'failed';
  /** 0 to 1: the probability of being solved by now. */
  progress: number;
  error?: unknown;
};

export type Report = {
  progress(part: number): void;
  solved(answer: string): void;
  failed(error: unknown): void;
};

/** Starts solving one captcha; returns the function that stops it. */
export type Begin = (report: Report) => () => void;

export type CaptchaSolver = {
  state: Store<CaptchaState>;
  /** Starts, or restarts. */
  start(): void;
  stop(): void;
  /** Resolves with the response, which is valid for one form; rejects if solving fails. */
  take(): Promise<string>;
};

type Waiting = { resolve: (answer: string) => void; reject: (error: unknown) => void };

/** Keeps a response ready and renews it before it expires, but not in hidden tabs. Forms submitted earlier wait. */
export function createSolver(begin: Begin, lifetimeMs = Number.POSITIVE_INFINITY): CaptchaSolver {
  const state = createStore<CaptchaState>({ step: 'working', progress: 0 });
  let answer: string | undefined;
  let waiting: Waiting[] = [];
  let end = () => {};
  let expiresAt = 0;
  let run = 0;

  const settle = (how: (waiting: Waiting) => void) => {
    const settled = waiting;
    waiting = [];
    settled.forEach(how);
  };

  function stop() {
    run += 1;
    end();
    end = () => {};
    answer = undefined;
  }

  /** Restarts once the response is too old; a hidden page waits until it is visible. */
  function watchAge() {
    if (!Number.isFinite(lifetimeMs)) return () => {};
    const check = () => {
      if (Date.now() >= expiresAt && document.visibilityState === 'visible') start();
    };
    const timer = setInterval(check, 5000);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }

  function start() {
    stop();
    const own = run;
    const ifCurrent =
      <T>(then: (value: T) => void) =>
      (value: T) => {
        if (own === run) then(value);
      };
    expiresAt = Date.now() + lifetimeMs;
    state.set({ step: 'working', progress: 0 });
    const unwatch = watchAge();
    const endWork = begin({
      progress: ifCurrent((progress) => state.set({ step: 'working', progress })),
      solved: ifCurrent((solved) => {
        answer = solved;
        state.set({ step: 'solved', progress: 1 });
        settle(({ resolve }) => resolve(solved));
      }),
      failed: ifCurrent((error) => {
        unwatch();
        state.set({ step: 'failed', progress: 0, error });
        settle(({ reject }) => reject(error));
      }),
    });
    end = () => {
      unwatch();
      endWork();
    };
  }

  return {
    state,
    start,
    stop,
    take() {
      if (answer !== undefined && Date.now() < expiresAt) return Promise.resolve(answer);
      const settled = new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
      if (answer !== undefined || state.get().step === 'failed') start();
      return settled;
    },
  };
}
