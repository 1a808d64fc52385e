export type CaptchaState = {
  step: 'working' | 'solved' | 'failed';
  /** 0 to 1; how likely it was to be solved by now. */
  progress: number;
  /** Why it failed. */
  error?: unknown;
};

export type Report = {
  progress(part: number): void;
  solved(answer: string): void;
  failed(error: unknown): void;
};

/** Sets about one captcha and gives the way to stop. */
export type Begin = (report: Report) => () => void;

export type CaptchaSolver = {
  state(): CaptchaState;
  subscribe(listener: () => void): () => void;
  /** Begins, or begins anew. */
  start(): void;
  stop(): void;
  /** The answer, which is good for one form; waits for it. Rejects with the reason when there will be none. */
  take(): Promise<string>;
};

type Waiting = { resolve: (answer: string) => void; reject: (error: unknown) => void };

/**
 * Has an answer ready by the time a form is sent, and a new one before the old one runs out, though not in a tab that
 * nobody looks at. Forms that come too early wait.
 */
export function createSolver(begin: Begin, lifetimeMs = Number.POSITIVE_INFINITY): CaptchaSolver {
  let state: CaptchaState = { step: 'working', progress: 0 };
  let answer: string | undefined;
  let waiting: Waiting[] = [];
  let end = () => {};
  let expiresAt = 0;
  let run = 0;
  const listeners = new Set<() => void>();

  const set = (next: CaptchaState) => {
    state = next;
    for (const listener of listeners) listener();
  };
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

  /** Begins anew once the answer is too old; a hidden page waits until somebody looks again. */
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
    set({ step: 'working', progress: 0 });
    const unwatch = watchAge();
    const endWork = begin({
      progress: ifCurrent((progress) => set({ step: 'working', progress })),
      solved: ifCurrent((solved) => {
        answer = solved;
        set({ step: 'solved', progress: 1 });
        settle(({ resolve }) => resolve(solved));
      }),
      failed: ifCurrent((error) => {
        unwatch();
        set({ step: 'failed', progress: 0, error });
        settle(({ reject }) => reject(error));
      }),
    });
    end = () => {
      unwatch();
      endWork();
    };
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    stop,
    take() {
      if (answer !== undefined && Date.now() < expiresAt) return Promise.resolve(answer);
      const settled = new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
      if (answer !== undefined || state.step === 'failed') start();
      return settled;
    },
  };
}
