import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, type PlayerSessions, writeRequest } from '../generator/request';
import { expectedOf, type PlannedCall } from '../generator/writers';

export interface Captured {
  status: number;
  /** By name in small letters. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Of a connection, not of the reply. */
const perConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** The value of a JSON reply. Throws when its body is no JSON. */
export function readJson({ headers, body }: Captured): unknown {
  const decode = decoders[headers['content-encoding'] ?? ''];
  return JSON.parse((decode ? decode(body) : body).toString());
}

/** The product's own reply, byte for byte, to the first player or to a visitor. Throws UnexpectedReply. */
export async function capture(port: number, call: PlannedCall, sessions?: PlayerSessions): Promise<Captured> {
  const { method = 'GET', path, headers, body: sent, contentType, player = 0 } = call;
  const connection = new HttpConnection(port);
  const cookie = sessions ? cookieOf(sessions.sessionKey, player) : undefined;
  const request = writeRequest(method, path, { headers, cookie, body: sent, contentType });
  const { status, text } = await connection.send(request, { ...expectedOf(call), kept: 'headAndBody' });
  connection.close();
  const end = text.indexOf('\r\n\r\n');
  const pairs = text
    .slice(0, end)
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)
    .filter(([name]) => !perConnection.has(name));
  const captured = { status, headers: Object.fromEntries(pairs), body: Buffer.from(text.slice(end + 4), 'latin1') };
  if (captured.headers['content-type']?.startsWith('application/json')) readJson(captured);
  return captured;
}
