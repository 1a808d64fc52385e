// The JSON protocol of SignalR, version 1: records of JSON text, each ended by a separator that JSON cannot contain.

const separator = '\x1e';

const messageTypes = { invocation: 1, streamInvocation: 4, completion: 3, ping: 6, close: 7 } as const;

const frame = (record: unknown) => Buffer.from(JSON.stringify(record) + separator);

export const pingFrame = frame({ type: messageTypes.ping });
export const handshakeFrame = frame({});
/** Without `allowReconnect` the stock client stays away for good. */
export const refusalFrame = frame({ type: messageTypes.close });
export const comeBackFrame = frame({ type: messageTypes.close, allowReconnect: true });

export const handshakeErrorFrame = (error: string) => frame({ error });
export const closeErrorFrame = (error: string) => frame({ type: messageTypes.close, error });

/** A call on the client that expects no answer; the payload is JSON text already. */
export function invocationFrame(target: string, payload: string, cursor?: string): Buffer {
  const args = cursor === undefined ? payload : `${payload},${JSON.stringify(cursor)}`;
  return Buffer.from(`{"type":1,"target":${JSON.stringify(target)},"arguments":[${args}]}${separator}`);
}

/** Names the moment to come back at, for clients that know of it. */
export const comeBackAfterFrame = (afterMs: number) => invocationFrame('ComeBack', JSON.stringify({ afterMs }));

/** Records of one WebSocket message; undefined when it does not end with a whole one. */
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

/** What is wrong with a handshake; undefined when it can be accepted. */
export function findHandshakeError(record: string): string | undefined {
  const request = readObject(record);
  if (!request || typeof request.protocol !== 'string') return 'The handshake could not be read.';
  if (request.protocol !== 'json') return 'The only protocol of this server is json.';
  if (request.version !== 1) return 'The only version of the protocol on this server is 1.';
  return undefined;
}

export type ClientMessage = { kind: 'nothing' | 'close' | 'unreadable' } | { kind: 'answer'; frame: Buffer };

/** What a client's record asks of the server. There is nothing to call, so a call that waits is told so. */
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
