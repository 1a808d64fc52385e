import type { Readable } from 'node:stream';
import { pause } from './abort';
import type { DockerConnection } from './docker-connection';
import { LABEL } from './docker-container';
import { toEngineError } from './docker-errors';
import type { ContainerChange, EngineLogger } from './engine';

interface EventLine {
  Action?: string;
  timeNano?: number;
  Actor?: { Attributes?: Record<string, string> };
}

/** Resumes at the last event after a reconnect, possibly repeating it; the engine keeps about 256. */
export async function followEvents(
  connection: DockerConnection,
  deployment: string,
  onChange: (id: string, what: ContainerChange) => void,
  signal: AbortSignal,
  logger: EngineLogger | undefined,
): Promise<void> {
  let sinceNano: number | null = null;
  let waitMs = 100;
  let wasLogged = false;
  const read = (line: string) => {
    waitMs = 100;
    wasLogged = false;
    const event = JSON.parse(line) as EventLine;
    if (event.timeNano === undefined || event.timeNano < (sinceNano ?? 0)) return;
    sinceNano = event.timeNano;
    const change = changeOf(event);
    if (change !== null) onChange(change.id, change.what);
  };
  while (!signal.aborted) {
    try {
      sinceNano ??= (await connection.facts()).clockSeconds * 1e9;
      for await (const line of eventLines(connection, deployment, sinceNano, signal)) read(line);
    } catch (error) {
      // The health check logs outages.
      if (!signal.aborted && !wasLogged && toEngineError(error).code !== 'engineDown') {
        logger?.warn({ err: error }, 'The container engine’s events broke off; connecting again.');
        wasLogged = true;
      }
    }
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, 5_000);
  }
}

function changeOf({ Action, Actor }: EventLine): { id: string; what: ContainerChange } | null {
  const attributes = Actor?.Attributes ?? {};
  const { [LABEL.id]: id, [LABEL.partOf]: partOf, [LABEL.role]: role, exitCode } = attributes;
  if (id !== undefined) return { id, what: Action === 'destroy' ? 'removed' : 'exited' };
  const isFailure = role === 'companion' && Action === 'die' && exitCode !== '0';
  return isFailure && partOf !== undefined ? { id: partOf, what: 'exited' } : null;
}

async function* eventLines(
  connection: DockerConnection,
  deployment: string,
  sinceNano: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const stream = (await connection.streams.getEvents({
    // Nine decimals; a number would lose the nanoseconds.
    since: (sinceNano / 1e9).toFixed(9) as unknown as number,
    filters: { type: ['container'], event: ['die', 'destroy'], label: [`${LABEL.deployment}=${deployment}`] },
    abortSignal: signal,
  })) as Readable;
  const end = () => stream.destroy();
  signal.addEventListener('abort', end);
  try {
    let rest = '';
    stream.setEncoding('utf8');
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
  } finally {
    signal.removeEventListener('abort', end);
    stream.destroy();
  }
}
