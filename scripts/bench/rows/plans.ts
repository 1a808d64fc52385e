import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Plan } from '@vexil/contract/plan';
import { buildCode } from '../../lib/build.mjs';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, userName, writeRequest } from '../generator/request';
import type { Deployment, Harness } from '../harness/harness';
import { cpuSeconds } from '../harness/usage';
import type { Row } from './row';

const full = { challenges: 200, fileBytes: 10 * 1024 ** 2 };
const tiny = { challenges: 3, fileBytes: 1024 ** 2 };
type Size = typeof full;

const sampleMs = 50;

/** The most that a process has held; 0 once it has ended. */
function peakMiB(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Of their first bytes only, so that files differ and take no room. */
async function writeFolder(folder: string, { challenges, fileBytes }: Size): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (let index = 0; index < challenges; index += 1) {
    const at = path.join(folder, `misc/task-${index}`);
    await mkdir(at, { recursive: true });
    const fields = {
      name: `Task ${index}`,
      category: 'misc',
      value: 100,
      flags: [`flag{${index}}`],
      files: ['task.bin'],
    };
    await writeFile(path.join(at, 'challenge.yml'), JSON.stringify(fields));
    const file = await open(path.join(at, 'task.bin'), 'w');
    await file.write(`task ${index}`);
    await file.truncate(fileBytes);
    await file.close();
  }
}

/** A game and a token of it. */
async function prepare(harness: Harness, { database: { sql }, ports }: Deployment) {
  const url = `http://127.0.0.1:${ports[0]}`;
  const { sessions } = harness;
  await sql`update accounts set role = 'Admin' where user_name = ${userName(sessions.count - 1)}`;
  const cookie = cookieOf(sessions.sessionKey, sessions.count - 1);
  const connection = new HttpConnection(ports[0] ?? 0);
  const post = async <Reply>(below: string, body: object): Promise<Reply> => {
    const options = { cookie, headers: { 'Accept-Encoding': 'identity' }, body: JSON.stringify(body) };
    const { text } = await connection.send(writeRequest('POST', `/api/edit/games${below}`, options), { kept: 'body' });
    return JSON.parse(text) as Reply;
  };
  const times = { start: Date.now() + 3_600_000, end: Date.now() + 7_200_000 };
  const { id } = await post<{ id: number }>('', { title: 'Plans', ...times });
  const scopes = ['challenge:read', 'challenge:write'];
  const { token } = await post<{ token: string }>(`/${id}/tokens`, { name: 'Bench', scopes });
  connection.close();
  return { VEXIL_URL: url, VEXIL_TOKEN: token, VEXIL_GAME: `${id}` };
}

async function run(command: string, folder: string, environment: Record<string, string>) {
  const begin = performance.now();
  const child = spawn(process.execPath, ['dist/code/vexil.mjs', command, folder, '--json'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  let code: number | null | undefined;
  child.on('close', (ended) => {
    code = ended;
  });
  let memory = 0;
  while (code === undefined) {
    memory = Math.max(memory, peakMiB(child.pid ?? 0));
    await delay(sampleMs);
  }
  const seconds = (performance.now() - begin) / 1000;
  return { code, plan: JSON.parse(text) as Pick<Plan, 'changes' | 'missingFiles' | 'unchanged'>, seconds, memory };
}

const bytesOf = ({ missingFiles }: Pick<Plan, 'missingFiles'>) =>
  missingFiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function expect(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a} in place of ${b}.`);
}

export const plans: Row = async ({ harness }) => {
  await buildCode();
  const size = harness.options.smoke ? tiny : full;
  const { challenges, fileBytes } = size;
  const folder = path.join(harness.options.data, 'plans');
  await writeFolder(folder, size);
  const deployment = await harness.deploy({ fresh: true });
  const { database, servers } = deployment;
  const environment = await prepare(harness, deployment);
  const serverPid = servers[0]?.pid ?? 0;
  const before = peakMiB(serverPid);
  const cpu = () => cpuSeconds([serverPid]) ?? 0;
  const idle = cpu();
  const planned = await run('plan', folder, environment);
  const planCpu = cpu() - idle;
  const wanted = { code: 2, changes: challenges, bytes: challenges * fileBytes };
  expect('plan', { code: planned.code, changes: planned.plan.changes.length, bytes: bytesOf(planned.plan) }, wanted);
  const first = await run('apply', folder, environment);
  expect('first apply', [first.code, bytesOf(first.plan)], [0, wanted.bytes]);
  const stored = async () => {
    const [row] = await database.sql<{ count: number; bytes: number; at: string }[]>`
      select count(distinct c.id)::int as count, sum(f.size_bytes)::float8 as bytes,
        max(c.updated_at)::text || max(f.created_at)::text as at
      from challenges c join attachments a on a.id = c.attachment_id join files f on f.hash = a.file_hash
      where c.game_id = ${Number(environment.VEXIL_GAME)}`;
    return row;
  };
  const after = await stored();
  expect('stored', [after?.count, after?.bytes], [challenges, wanted.bytes]);
  const second = await run('apply', folder, environment);
  const { changes, missingFiles, unchanged } = second.plan;
  expect(
    'second apply',
    { code: second.code, changes, missingFiles, unchanged },
    {
      ...{ code: 0, changes: [], missingFiles: [], unchanged: challenges },
    },
  );
  expect('after it', await stored(), after);
  const grown = peakMiB(serverPid) - before;
  await rm(folder, { recursive: true });
  const mib = Math.round(wanted.bytes / 1024 ** 2);
  const what = `of ${challenges} challenges with ${mib} MiB of files`;
  return [
    {
      what: `plan ${what}`,
      value: planned.seconds,
      unit: 's',
      budgets: [{ atMost: 5 }],
      note: `with the start of the program; the server computes for ${planCpu.toFixed(1)} s of it`,
    },
    {
      what: `second apply ${what}, which sends 0 bytes and changes nothing`,
      value: second.seconds,
      unit: 's',
      budgets: [{ atMost: 5 }],
      note: `the first one, which sends all, ${first.seconds.toFixed(1)} s`,
    },
    {
      what: 'memory of the command line, at most',
      value: Math.max(planned.memory, first.memory, second.memory),
      unit: 'MiB',
      budgets: [{ atMost: 300 }],
      note: `plan ${planned.memory.toFixed(0)} MiB, first apply ${first.memory.toFixed(0)}, second ${second.memory.toFixed(0)}`,
    },
    {
      what: 'memory of the server, more than before at most',
      value: grown,
      unit: 'MiB',
      budgets: [{ atMost: 300 }],
      note: `${before.toFixed(0)} MiB before`,
    },
  ];
};
