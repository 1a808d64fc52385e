import { createHmac } from 'node:crypto';
import { createClient, type SubmissionSubmitBody, type VexilClient } from '@vexil/server/client';

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

interface Asked {
  method: string;
  path: string;
  /** JSON. */
  body?: string;
}

let asked: Asked | null = null;
const client = createClient({
  baseUrl: 'http://127.0.0.1',
  fetch: async (address, { method = 'GET', body } = {}) => {
    const { pathname, search } = address as URL;
    asked = { method, path: `${pathname}${search}`, ...(typeof body === 'string' ? { body } : {}) };
    return new Response('null');
  },
});

/** What the client of the API would send; generators send it themselves, since `fetch` would measure itself. */
export function requestOf(call: (vexil: VexilClient) => unknown): Asked {
  asked = null;
  // A call comes to `fetch` before it waits for anything.
  void call(client);
  if (asked === null) throw new Error('The call sends no request.');
  return asked;
}

export interface RequestOptions {
  cookie?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  contentType?: string | undefined;
}

export function writeRequest(
  method: string,
  path: string,
  { cookie, headers = {}, body, contentType = 'application/json' }: RequestOptions = {},
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

const flagPaths = new Map<string, string>();

export function writeFlag(gameId: number, challengeId: number, flag: string, cookie: string): string {
  const key = `${gameId} ${challengeId}`;
  const body: SubmissionSubmitBody = { flag };
  // A call of the client takes longer than sending a flag, so its path is kept.
  const params = { id: gameId, challengeId };
  const path = flagPaths.get(key) ?? requestOf(({ submission }) => submission.submit({ params, body })).path;
  flagPaths.set(key, path);
  return writeRequest('POST', path, { cookie, body: JSON.stringify(body) });
}

export const writeRightFlag = (
  { gameId, sessions }: { gameId: number; sessions: PlayerSessions },
  player: number,
  challengeId: number,
): string => writeFlag(gameId, challengeId, flagOf(challengeId), cookieOf(sessions.sessionKey, player));

export function writeLogin(player: number, headers?: Readonly<Record<string, string>>): string {
  const { method, path, body } = requestOf(({ account }) =>
    account.login({ body: { userName: userName(player), password } }),
  );
  return writeRequest(method, path, { headers, body });
}
