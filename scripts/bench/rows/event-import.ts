import { setTimeout as delay } from 'node:timers/promises';
import type { EventImport } from '@vexil/contract/package';
import { ctfdStandings, eventOf, makeExport } from '@vexil/server/testing/ctfd-export';
import { quantile } from '../../lib/quantile';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, userName, writeRequest } from '../generator/request';
import type { Harness } from '../harness/harness';
import type { Row } from './row';

const large = { teams: 1250, members: 4, challenges: 60, submissions: 100_000, awards: 2000, seed: 7 };
const tiny = { teams: 12, members: 2, challenges: 6, submissions: 200, awards: 10, seed: 7 };
const timeoutMs = 300_000;

/** As an administrator, who is the last player. */
function callsOf({ sessions }: Harness, port: number) {
  const connection = new HttpConnection(port);
  const cookie = cookieOf(sessions.sessionKey, sessions.count - 1);
  const identity = { 'Accept-Encoding': 'identity' };
  return async <T>(path: string, file?: Uint8Array): Promise<T> => {
    const part = 'Content-Disposition: form-data; name="file"; filename="event.zip"\r\nContent-Type: application/zip';
    const upload =
      file && Buffer.concat([Buffer.from(`--vexil\r\n${part}\r\n\r\n`), file, Buffer.from('\r\n--vexil--\r\n')]);
    const headers = upload && {
      'Content-Type': 'multipart/form-data; boundary=vexil',
      'Content-Length': `${upload.length}`,
    };
    const request = writeRequest(file ? 'POST' : 'GET', path, { cookie, headers: { ...identity, ...headers } });
    return JSON.parse((await connection.send(request, { kept: 'body', upload })).text) as T;
  };
}

async function compareBoards(call: ReturnType<typeof callsOf>, gameId: number, tables: ReturnType<typeof makeExport>) {
  const { items } = await call<{ items: { name: string; score: number }[] }>(`/api/game/${gameId}/scoreboard`);
  const lines = (list: { name: unknown; score: number }[]) => list.map(({ name, score }) => `${name} ${score}`).sort();
  const [ours, theirs] = [lines(items), lines(ctfdStandings(tables))];
  const wrong = theirs.findIndex((one, at) => one !== ours[at]);
  if (ours.length !== theirs.length || wrong >= 0)
    throw new Error(`The board has ${ours[wrong]} for ${theirs[wrong]}.`);
  return new Set(items.map(({ score }) => score)).size;
}

/** How long an answer of no work takes, again and again, which the event loop gives between its turns. */
async function watch(port: number, isDone: () => boolean): Promise<number[]> {
  const connection = new HttpConnection(port);
  const times: number[] = [];
  while (!isDone()) {
    const begin = performance.now();
    await connection.send(writeRequest('GET', '/healthz'));
    times.push(performance.now() - begin);
    await delay(5);
  }
  connection.close();
  return times;
}

export const eventImport: Row = async ({ harness }) => {
  const { ports, database } = await harness.deploy({ fresh: true });
  await database.sql`update accounts set role = 'Admin' where user_name = ${userName(harness.sessions.count - 1)}`;
  const port = ports[0] ?? 0;
  const call = callsOf(harness, port);
  const size = harness.options.smoke ? tiny : large;
  const tables = makeExport(size);
  const begin = performance.now();
  const content = await eventOf(tables);
  const converted = performance.now();
  let isDone = false;
  const alone = await watch(port, () => performance.now() - converted > 2000);
  const beside = watch(port, () => isDone);
  const sent = performance.now();
  const { id } = await call<{ id: string }>('/api/admin/imports?mode=import', content);
  let report = await call<EventImport>(`/api/admin/imports/${id}`);
  while (report.state === 'Reading' || report.state === 'Storing') {
    if (performance.now() - sent > timeoutMs) throw new Error('The import did not end in time.');
    await delay(200);
    report = await call<EventImport>(`/api/admin/imports/${id}`);
  }
  const seconds = (performance.now() - sent) / 1000;
  isDone = true;
  const waits = await beside;
  const people = size.teams * size.members;
  const isWhole = report.accounts === people && report.submissions === size.submissions;
  if (report.state !== 'Imported' || !isWhole)
    throw new Error(`The report says ${JSON.stringify(report).slice(0, 500)}`);
  const scores = await compareBoards(call, report.gameId ?? 0, tables);
  return [
    {
      what: `import of an event with ${people} accounts and ${size.submissions} submissions`,
      value: seconds,
      unit: 's',
      budgets: [{ atMost: 120 }],
      note: `read from the export in ${((converted - begin) / 1000).toFixed(1)} s before; the board is theirs, ${scores} different scores`,
    },
    {
      what: 'answer of /healthz beside it, p99',
      value: quantile(waits, 0.99),
      unit: 'ms',
      budgets: [],
      note: `longest ${quantile(waits, 1).toFixed(0)} ms; alone p99 ${quantile(alone, 0.99).toFixed(0)}, longest ${quantile(alone, 1).toFixed(0)} ms`,
    },
  ];
};
