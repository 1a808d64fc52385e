import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { HttpConnection } from '../generator/http-connection';
import { requestOf, userName, writeRequest } from '../generator/request';
import type { Harness } from '../harness/harness';
import type { Measure, Row } from './row';
import { type Subject, takeTurns, totalCpuMsOf } from './turns';

const connections = 32;
export const agents = 500;
const tokenOf = (player: number) => `vexil_bench_${player}`;
const scopes = ['game:read', 'play:read', 'play:write', 'file:read'];

/** A token for each of the first players, in a game that allows tools. */
export async function storeTokens({ sql }: Database, gameId: number, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, player) => userName(player));
  const hashes = names.map((_, player) => createHash('sha256').update(tokenOf(player)).digest('hex'));
  await sql`update games set allows_mcp = true where id = ${gameId}`;
  await sql`
    insert into topic_versions (topic, version) values (${`game:${gameId}`}, 1)
    on conflict (topic) do update set version = topic_versions.version + 1`;
  await sql`
    with made as (
      insert into api_tokens (id, name, token_hash, scopes, creator_id, created_at)
      select gen_random_uuid(), 'agent', g.hash, ${scopes}::text[], a.id, now()
      from unnest(${names}::text[], ${hashes}::text[]) as g(name, hash) join accounts a on a.user_name = g.name
      returning id, creator_id
    )
    insert into game_tokens (token_id, game_id, participation_id)
    select made.id, ${gameId}, m.participation_id
    from made join participation_members m on m.account_id = made.creator_id and m.game_id = ${gameId}`;
}

/** Servers hold the game until they have seen that it changed. */
export async function untilAllowed(port: number): Promise<void> {
  const connection = new HttpConnection(port);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ping = writeRequest('POST', '/mcp', { headers: headersOf(0), body });
  while ((await connection.send(ping, { statuses: [200, 403] })).status !== 200) await delay(100);
  connection.close();
}

export interface Pair {
  name: string;
  asked: { method: string; path: string; body?: string };
  tool: string;
  given: object;
  /** Whether the reply is the one of the call. */
  isRight(reply: unknown): boolean;
}

export function pairsOf({ gameId, challengeIds }: Harness): Pair[] {
  const challengeId = challengeIds[0] ?? 0;
  const params = { id: gameId, challengeId };
  return [
    {
      name: 'challenge',
      asked: requestOf(({ challenge }) => challenge.get({ params })),
      ...{ tool: 'get_challenge', given: { challengeId } },
      isRight: (reply) => (reply as { id: number }).id === challengeId,
    },
    {
      name: 'list of challenges',
      asked: requestOf(({ challenge }) => challenge.details({ params: { id: gameId } })),
      ...{ tool: 'list_challenges', given: {} },
      isRight: (reply) => (reply as { challengeCount: number }).challengeCount === challengeIds.length,
    },
    {
      name: 'submission',
      asked: requestOf(({ submission }) => submission.submit({ params, body: { flag: 'flag{agent}' } })),
      ...{ tool: 'submit_flag', given: { challengeId, flag: 'flag{agent}' } },
      isRight: (reply) => Number.isInteger(reply),
    },
  ];
}

const headersOf = (player: number) => ({
  Authorization: `Bearer ${tokenOf(player)}`,
  'Accept-Encoding': 'identity',
  Accept: 'application/json, text/event-stream',
});

export function writeTool({ tool, given }: Pair, player: number): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: given, _meta },
  });
  const own = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': tool };
  return writeRequest('POST', '/mcp', { headers: { ...headersOf(player), ...own }, body });
}

const writeCall = ({ asked: { method, path, body } }: Pair, player: number) =>
  writeRequest(method, path, { headers: headersOf(player), body });

const replyIn = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

/** What a tool gave, as its call would have. */
function resultIn(text: string): unknown {
  const { result } = replyIn(text) as { result?: { content: { text: string }[]; isError?: boolean } };
  if (!result || result.isError) throw new Error(`A tool was refused: ${text}`);
  return JSON.parse(result.content.at(-1)?.text ?? '');
}

function subjectOf(
  harness: Harness,
  port: number,
  pair: Pair,
  { name, write, read }: { name: string; write: (player: number) => string; read: (text: string) => unknown },
): Subject {
  const requests = Array.from({ length: Math.min(agents, harness.sessions.count) }, (_, player) => write(player));
  async function load(seconds: number) {
    const until = performance.now() + seconds * 1000;
    let done = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        const connection = new HttpConnection(port);
        while (performance.now() < until) {
          const { text } = await connection.send(requests[done % requests.length] ?? '', { kept: 'headAndBody' });
          if (!pair.isRight(read(text))) throw new Error(`${name} got another reply: ${text.slice(0, 500)}`);
          done += 1;
        }
        connection.close();
      }),
    );
    return done;
  }
  return {
    name,
    async run(seconds) {
      const { result: done, cores, seconds: watched } = await harness.watch(() => load(seconds));
      const cpu = Object.fromEntries(Object.entries(cores).map(([part, used]) => [part, used * watched]));
      return { requests: done, seconds: watched, cpu, statuses: { 200: done }, latency: [] };
    },
  };
}

/** Calls and tools take turns, each with the tokens of the same players. */
export const mcp: Row = async ({ harness, extent: { turns } }) => {
  const { ports, database } = await harness.deploy({ fresh: true });
  const port = ports[0] ?? 0;
  await storeTokens(database, harness.gameId, Math.min(agents, harness.sessions.count));
  await untilAllowed(port);
  const measures: Measure[] = [];
  for (const pair of pairsOf(harness)) {
    const works = await takeTurns(
      [
        subjectOf(harness, port, pair, { name: 'call', write: (player) => writeCall(pair, player), read: replyIn }),
        subjectOf(harness, port, pair, { name: 'tool', write: (player) => writeTool(pair, player), read: resultIn }),
      ],
      turns,
    );
    const [call, tool] = ['call', 'tool'].map((name) => works.get(name)).map((work) => work && totalCpuMsOf(work));
    if (call === undefined || tool === undefined) throw new Error('A subject had no turn.');
    measures.push({
      what: `processor of a tool, of its call with the same token: ${pair.name}`,
      value: tool / call,
      unit: 'times',
      budgets: [{ atMost: 1.3 }],
      note: `${tool.toFixed(3)} ms and ${call.toFixed(3)} ms, all processes, every reply checked`,
    });
  }
  return measures;
};
