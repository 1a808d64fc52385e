import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { orAborted, startDeadline } from './abort';
import { type ContainerEngine, EngineError, mainPort, type RunningContainer } from './engine';
import { answersHttp } from './probe-http';

export interface ProbeOptions {
  timeoutMs: number;
  /** A path asks by HTTP, where any status below 500 is an answer; absent: a connection is one. */
  readiness?: { path: string };
  /** Longest pause, 500 ms when absent; starts at 20 ms and grows by half. */
  intervalMs?: number;
  signal?: AbortSignal;
  /** Called between attempts; throws to end the wait. */
  stillWanted?: () => Promise<void>;
}

const FIRST_PAUSE_MS = 20;
/** An attempt that hangs is repeated after this, because the service may have come up beside it. */
const ATTEMPT_MS = 2_000;
/**
 * The engine's relay accepts before the service listens and then hangs up, on a busy machine after 50 ms or more. A
 * connection counts when it stays open this long or brings data.
 */
const SETTLE_MS = 200;

/** Rejects with unreachable after `timeoutMs`, which every attempt and every question about the container shares. */
export async function waitUntilAnswers(host: string, port: number, options: ProbeOptions): Promise<void> {
  const deadline = startDeadline(options.timeoutMs, options.signal);
  try {
    await orAborted(askUntilAnswered(host, port, options, deadline.signal), deadline.signal);
  } catch (error) {
    if (!deadline.hasPassed() || !(error instanceof EngineError) || error.code !== 'aborted') throw error;
    const seconds = Math.ceil(options.timeoutMs / 1000);
    throw new EngineError('unreachable', `Port ${port} of the container did not answer within ${seconds} s.`);
  } finally {
    deadline.end();
  }
}

/** Returns without an answer once `ending` aborts. */
async function askUntilAnswered(host: string, port: number, options: ProbeOptions, ending: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!ending.aborted) {
    const attempt = startDeadline(ATTEMPT_MS, ending);
    const isAnswered = await asks(host, port, options, attempt.signal);
    attempt.end();
    if (isAnswered || ending.aborted) return;
    await options.stillWanted?.();
    await delay(pauseMs, undefined, { signal: ending }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 1.5, options.intervalMs ?? 500);
  }
}

/** Rejects with exitedEarly or unreachable, the last output in `logTail`. */
export async function waitUntilReady(
  engine: ContainerEngine,
  container: RunningContainer,
  options: Omit<ProbeOptions, 'stillWanted'>,
): Promise<void> {
  const target = addressOf(container);
  if (target === null) throw new EngineError('unreachable', 'The container has no address to be reached at.');
  const stillWanted = async () => {
    const now = await engine.inspect(container.id);
    if (now?.state === 'running') return;
    const logTail = await engine.lastLines(container.id);
    const exitCode = now?.exitCode ?? undefined;
    throw new EngineError('exitedEarly', 'The container ended before its port answered.', { logTail, exitCode });
  };
  try {
    await waitUntilAnswers(target.host, target.port, { ...options, stillWanted });
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unreachable') throw error;
    const logTail = await engine.lastLines(container.id);
    throw new EngineError('unreachable', error.message, { cause: error, logTail });
  }
}

function addressOf(container: RunningContainer): { host: string; port: number } | null {
  const main = mainPort(container);
  if (main.hostPort !== null) return { host: main.host, port: main.hostPort };
  return main.internalHost === null ? null : { host: main.internalHost, port: main.port };
}

function asks(host: string, port: number, { readiness }: ProbeOptions, signal: AbortSignal): Promise<boolean> {
  if (readiness === undefined) return answers(host, port, signal);
  return answersHttp({ host, port, path: readiness.path, signal });
}

function answers(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let settle: NodeJS.Timeout | undefined;
    const finish = (answer: boolean) => {
      clearTimeout(settle);
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(answer);
    };
    const giveUp = () => finish(false);
    signal.addEventListener('abort', giveUp);
    socket.on('connect', () => {
      // After a stall timers fire first: read a pending close before.
      settle = setTimeout(() => setImmediate(finish, true), SETTLE_MS);
    });
    socket.on('data', () => finish(true));
    socket.on('end', giveUp);
    socket.on('error', giveUp);
    socket.on('close', giveUp);
  });
}
