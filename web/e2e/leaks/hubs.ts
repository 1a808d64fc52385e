import { WebSocket } from 'ws';
import type { Person } from './person';
import type { Recorder } from './record';

const separator = '\x1e';
// Whoever says nothing for half a minute is taken for gone.
const ping = JSON.stringify({ type: 6 }) + separator;
const pingMs = 5000;
const handshake = JSON.stringify({ protocol: 'json', version: 1 }) + separator;

export interface Ear {
  /** The last place in the channel it was told, to come back to. */
  cursor(): string | undefined;
  close(): void;
}

/** Listens to a hub as a person and keeps every frame; resolves when the hub has answered or refused. */
export async function listen(recorder: Recorder, person: Person, url: string, path: string): Promise<Ear> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { headers: person.headers });
  let cursor: string | undefined;
  const pulse = setInterval(() => {
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
      clearInterval(pulse);
      recorder.note(person, 'hub', `${path} closed`, `${code} ${reason}`);
      resolve();
    });
    socket.on('error', () => resolve());
  });
  return {
    cursor: () => cursor,
    close() {
      clearInterval(pulse);
      socket.terminate();
    },
  };
}

/** Every hub a person could try, with and without the targets beyond the wire format. */
export function hubPaths(gameIds: readonly number[], cursor?: string): string[] {
  const since = cursor === undefined ? '' : `&cursor=${cursor}`;
  const ofGames = gameIds.flatMap((id) => ['user', 'monitor'].map((hub) => `/hub/${hub}?game=${id}`));
  const plain = [...ofGames, '/hub/admin?'];
  return [...(cursor === undefined ? plain : []), ...plain.map((path) => `${path}&live=1${since}`)];
}
