import { watchTargets } from './handlers';

/** The server pings every 15 s; twice that without a message means the connection is dead. */
const silenceMs = 32_000;

export type ConnectionEvents = {
  onMessage: (target: string, payload: unknown, cursor: unknown) => void;
  /** Once, when an open connection ends. */
  onClose: () => void;
};

export type HubConnection = { stop: () => Promise<void> };

/** One SignalR connection over a WebSocket; resolves when it is open. Its code is loaded when first needed. */
async function openSignalR(address: string, { onMessage, onClose }: ConnectionEvents): Promise<HubConnection> {
  const { HubConnectionBuilder, HttpTransportType, LogLevel } = await import('@microsoft/signalr');
  const connection = new HubConnectionBuilder()
    // Only WebSockets are spoken, so there is nothing to negotiate.
    .withUrl(address, { transport: HttpTransportType.WebSockets, skipNegotiation: true })
    .withServerTimeout(silenceMs)
    .configureLogging(LogLevel.None)
    .build();
  // A target without a method on the client would be reported as an error, so each gets one when it gets a handler.
  const listen = (target: string) =>
    connection.on(target, (payload: unknown, cursor?: unknown) => onMessage(target, payload, cursor));
  const unwatch = watchTargets(listen);
  listen('Reconnect');
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

/** Tests replace it by a fake. */
export const transport: { open: (address: string, events: ConnectionEvents) => Promise<HubConnection> } = {
  open: openSignalR,
};
