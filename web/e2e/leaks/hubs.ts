import { WebSocket } from 'ws';
import type { Person } from './person';
import type { Recorder } from './record';

const separator = '\x1e';
// The hub closes connections that are silent for half a minute.
const ping = JSON.stringify({ type: 6 }) + separator;
const pingMs = 5000;
const handshake = JSON.stringify({ protocol: 'json', version: 1 }) + separator;

export interface HubConnection {
  /** Cursor of the last message. */
  cursor(): string | undefined;
  close(): void;
}

/** Connects to a hub and records every frame; resolves with the first frame or refusal. */
export async function listen(recorder: Recorder, person: Person, url: string, path: string): Promise<HubConnection> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { headers: person.headers });
  let cursor: string | undefined;
  const pingTimer = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(ping);
  }, pingMs);
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send(handshake));
    socket.on('message', (data) => {
      const text = data.toString();
      recorder.note(person, 'hub', path, text);
      cursor = [...text.matchAll(/"(\d+\.\d+)"\]/g)].at(-1)?.[1] ?? cursor;
      resolve();
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      recorder.note(person, 'hub', path, `${response.statusCode} ${JSON.stringify(response.headers)}`);
      resolve();
    });
    socket.on('close', (code, reason) => {
      clearInterval(pingTimer);
      recorder.note(person, 'hub', `${path} closed`, `${code} ${reason}`);
      resolve();
    });
    socket.on('error', () => resolve());
  });
  return {
    cursor: () => cursor,
    close() {
      clearInterval(pingTimer);
      socket.terminate();
    },
  };
}

/** All hub URLs, with and without our additional targets. */
export function hubPaths(gameIds: readonly number[], cursor?: string): string[] {
  const since = cursor === undefined ? '' : `&cursor=${cursor}`;
  const ofGames = gameIds.flatMap((id) => ['user', 'monitor'].map((hub) => `/hub/${hub}?game=${id}`));
  const plain = [...ofGames, '/hub/admin?'];
  return [...(cursor === undefined ? plain : []), ...plain.map((path) => `${path}&live=1${since}`)];
}
