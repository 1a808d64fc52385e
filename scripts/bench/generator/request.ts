import { createHmac } from 'node:crypto';

/** The session key gives the session token of every player. */
export interface PlayerSessions {
  sessionKey: string;
  count: number;
}

export const sessionToken = (sessionKey: string, player: number): string =>
  createHmac('sha256', sessionKey).update(`session ${player}`).digest('base64url');

export const cookieOf = (sessionKey: string, player: number): string =>
  `GZCTF_Token=${sessionToken(sessionKey, player)}`;

export const flagOf = (challengeId: number): string => `flag{bench_${challengeId}}`;

/** An address for each player, as a proxy would name it. */
export const addressOf = (player: number): string => `10.0.${player >> 8}.${player & 255}`;

export const password = 'Benchmark1';
export const userName = (player: number): string => `player${player}`;

export interface RequestOptions {
  cookie?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  json?: unknown;
  /** In place of `json`, sent as it is. */
  body?: string | undefined;
  contentType?: string | undefined;
}

export function writeRequest(
  method: string,
  path: string,
  {
    cookie,
    headers = {},
    json,
    body = json === undefined ? undefined : JSON.stringify(json),
    contentType = 'application/json',
  }: RequestOptions = {},
): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(headers.Accept === undefined ? ['Accept: application/json'] : []),
    'Accept-Language: en-US,en;q=0.9',
    ...(headers['Accept-Encoding'] === undefined ? ['Accept-Encoding: gzip, deflate, br'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(body === undefined ? [] : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

export const writeRightFlag = (
  { gameId, sessions }: { gameId: number; sessions: PlayerSessions },
  player: number,
  challengeId: number,
): string =>
  writeRequest('POST', `/api/game/${gameId}/challenges/${challengeId}`, {
    cookie: cookieOf(sessions.sessionKey, player),
    json: { flag: flagOf(challengeId) },
  });
