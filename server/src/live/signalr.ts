// SignalR JSON protocol, version 1: JSON records, each terminated by a separator that JSON cannot contain.

const separator = '\x1e';

const messageTypes = { invocation: 1, streamInvocation: 4, completion: 3, ping: 6, close: 7 } as const;

const frame = (record: unknown) => Buffer.from(JSON.stringify(record) + separator);

export const pingFrame = frame({ type: messageTypes.ping });
export const handshakeFrame = frame({});
/** Without `allowReconnect` the official client does not reconnect. */
export const refusalFrame = frame({ type: messageTypes.close });
export const closeForReconnectFrame = frame({ type: messageTypes.close, allowReconnect: true });

export const handshakeErrorFrame = (error: string) => frame({ error });
export const closeErrorFrame = (error: string) => frame({ type: messageTypes.close, error });

/** An invocation without a reply; `payload` is JSON text. */
export function invocationFrame(target: string, payload: string, cursor?: string): Buffer {
  const args = cursor === undefined ? payload : `${payload},${JSON.stringify(cursor)}`;
  return Buffer.from(`{"type":1,"target":${JSON.stringify(target)},"arguments":[${args}]}${separator}`);
}

export const reconnectFrame = (afterMs: number) => invocationFrame('Reconnect', JSON.stringify({ afterMs }));

/** Records of one WebSocket message; undefined when the last one is incomplete. */
export function splitRecords(text: string): string[] | undefined {
  if (!text.endsWith(separator)) return undefined;
  return text.slice(0, -1).split(separator);
}

function readObject(record: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(record);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The error of a handshake; undefined when it is valid. */
export function findHandshakeError(record: string): string | undefined {
  const request = readObject(record);
  if (!request || typeof request.protocol !== 'string') return 'The handshake could not be read.';
  if (request.protocol !== 'json') return 'The only protocol of this server is json.';
  if (request.version !== 1) return 'The only version of the protocol on this server is 1.';
  return undefined;
}

export type ClientMessage = { kind: 'nothing' | 'close' | 'unreadable' } | { kind: 'answer'; frame: Buffer };

/** The hubs have no methods, so invocations that expect a reply get an error. */
export function readClientMessage(record: string): ClientMessage {
  const message = readObject(record);
  if (!message || typeof message.type !== 'number') return { kind: 'unreadable' };
  if (message.type === messageTypes.close) return { kind: 'close' };
  const isCall = message.type === messageTypes.invocation || message.type === messageTypes.streamInvocation;
  if (!isCall || typeof message.invocationId !== 'string') return { kind: 'nothing' };
  const { invocationId } = message;
  const error = 'This hub has no methods.';
  return { kind: 'answer', frame: frame({ type: messageTypes.completion, invocationId, error }) };
}
