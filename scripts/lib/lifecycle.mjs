import { describeFailure, Failure } from './failure.mjs';
import { red, say } from './terminal.mjs';

// npm forwards a Ctrl-C that the terminal has sent to this script already.
const sameSignalMs = 700;
const lookForParentMs = 500;

/**
 * Runs a command: whatever it registers with `onStop` is stopped in reverse order when the command returns, fails, or
 * receives a signal. A second signal exits at once.
 * @typedef {{ onStop: (stop: () => Promise<void>, abandon?: () => void) => void, stopAll: () => Promise<void>, ended: Promise<void> }} Lifecycle
 *   `ended` settles when all has been stopped
 * @param {(lifecycle: Lifecycle) => Promise<number | void>} main gives the exit code, 0 when it gives none
 * @param {{ interrupted?: number }} [options] the exit code after a signal
 */
export async function runCommand(main, { interrupted = 130 } = {}) {
  /** @type {{ stop: () => Promise<void>, abandon?: (() => void) | undefined }[]} */
  const started = [];
  /** @type {Promise<void> | undefined} */
  let stopping;
  let firstSignalAt = 0;
  /** @type {() => void} */
  let end = () => undefined;
  const ended = /** @type {Promise<void>} */ (new Promise((resolve) => (end = resolve)));

  const stopAll = () => {
    stopping ??= (async () => {
      for (let next = started.pop(); next; next = started.pop()) {
        current = next;
        await next.stop().catch((error) => say(red(describeFailure(error))));
      }
      end();
    })();
    return stopping;
  };
  /** @type {{ abandon?: (() => void) | undefined } | undefined} */
  let current;

  const onSignal = () => {
    if (firstSignalAt === 0) {
      firstSignalAt = Date.now();
      say('Stopping …');
      void stopAll().then(() => process.exit(interrupted));
    } else if (Date.now() - firstSignalAt > sameSignalMs) {
      for (const thing of [current, ...started.reverse()]) thing?.abandon?.();
      process.exit(130);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onSignal);

  // A killed npm sends its script no signal.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && firstSignalAt === 0 && onSignal(), lookForParentMs).unref();
  }

  try {
    const code = await main({
      onStop(stop, abandon) {
        started.push({ stop, abandon });
        if (firstSignalAt !== 0) throw new Failure('Stopped while starting.');
      },
      stopAll,
      ended,
    });
    await stopAll();
    process.exit(firstSignalAt === 0 ? (code ?? 0) : interrupted);
  } catch (error) {
    if (firstSignalAt === 0) say(red(describeFailure(error)));
    await stopAll();
    process.exit(firstSignalAt === 0 ? 1 : interrupted);
  }
}

/** For what runs until it is stopped, so that a signal is no failure. @type {(main: Parameters<typeof runCommand>[0]) => Promise<void>} */
export const runUntilStopped = (main) => runCommand(main, { interrupted: 0 });
