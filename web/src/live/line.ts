import { watchTargets } from './handlers';

/** The server pings every 15 s; twice that without a sign is a dead line. */
const silenceMs = 32_000;

export type LineEvents = {
  onMessage: (target: string, payload: unknown, cursor: unknown) => void;
  /** Once, when an open line breaks off by itself. */
  onClose: () => void;
};

export type Line = { stop: () => Promise<void> };

/** One SignalR connection over a WebSocket; resolves when it is open. Its code is loaded when first needed. */
async function openSignalR(address: string, { onMessage, onClose }: LineEvents): Promise<Line> {
  const { HubConnectionBuilder, HttpTransportType, LogLevel } = await import('@microsoft/signalr');
  const connection = new HubConnectionBuilder()
    .withUrl(address, { transport: HttpTransportType.WebSockets })
    .withServerTimeout(silenceMs)
    .configureLogging(LogLevel.None)
    .build();
  // A target without a method on the client would be reported as an error, so each gets one when it gets a handler.
  const listen = (target: string) =>
    connection.on(target, (payload: unknown, cursor?: unknown) => onMessage(target, payload, cursor));
  const unwatch = watchTargets(listen);
  listen('ComeBack');
  connection.onclose(() => {
    unwatch();
    onClose();
  });
  await connection.start().catch((cause) => {
    unwatch();
    throw cause;
  });
  return { stop: () => connection.stop() };
}

/** How lines are opened; tests put a line of their own in its place. */
export const lines: { open: (address: string, events: LineEvents) => Promise<Line> } = { open: openSignalR };
