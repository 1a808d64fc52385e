import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from '../testing/program';
import { startPostgres } from './postgres.mjs';

async function start(place: string, testing = true) {
  const cluster = await startPostgres({
    directory: path.join(place, 'postgres'),
    run: path.join(place, 'run'),
    password: 'pw',
    testing,
    onLine: () => {},
  });
  onTestFinished(cluster.stop);
  return cluster;
}

async function query(url: string, text: string): Promise<postgres.RowList<postgres.Row[]>> {
  const sql = postgres(url, { max: 1, connect_timeout: 60 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

describe('startPostgres', () => {
  it('gives an ordinary role a database of its own', async () => {
    const cluster = await start(makeDirectory());
    const [row] = await query(
      cluster.url('vexil', 'vexil'),
      "select rolsuper, lower('ÄÉ') from pg_roles where rolname = current_user",
    );
    expect(row).toEqual({ rolsuper: false, lower: 'äé' });
  });

  it('asks for the password', async () => {
    const cluster = await start(makeDirectory());
    const wrong = cluster.url('vexil', 'vexil').replace(':pw@', ':guess@');
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('starts with its data after it was killed, even when its number is another process now', async () => {
    const place = makeDirectory();
    const first = await start(place, false);
    await query(first.url('vexil', 'vexil'), 'create table kept (id int); insert into kept values (1)');
    process.kill(first.current().pid ?? 0, 'SIGKILL');
    await first.current().exited;
    await first.stop();
    const file = path.join(place, 'postgres', 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));

    const second = await start(place, false);
    expect(await query(second.url('vexil', 'vexil'), 'select id from kept')).toEqual([{ id: 1 }]);
  });
});
