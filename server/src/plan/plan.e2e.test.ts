import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '@vexil/contract/plan';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import { buildGame } from '@vexil/db/testing/game';
import { lockTable } from '@vexil/db/testing/lock-table';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../testing/process';

const password = 'Correct-Horse-1';
const count = 20;

describe('a server that is killed while it applies a plan', () => {
  let database: TestDatabase;
  let directory: string;
  let environment: Record<string, string>;
  let server: ServerProcess;
  const start = async () => startServerProcess({ ...environment, PORT: `${await freePort()}` });
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    directory = await mkdtemp(join(tmpdir(), 'vexil-plan-'));
    environment = {
      ...{ DATABASE_URL: database.url, REDIS_URL: inject('redisUrl'), DATA_DIR: directory, ADMIN_PASSWORD: password },
      KEY_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
    };
    server = await start();
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  async function signIn() {
    const url = `http://127.0.0.1:${server.port}`;
    const headers = { origin: url, 'content-type': 'application/json' };
    const body = JSON.stringify({ userName: 'Admin', password });
    const reply = await fetch(`${url}/api/account/login`, { method: 'POST', headers, body });
    const cookie = reply.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    return (path: string, content: object) =>
      fetch(url + path, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(content) });
  }

  it('leaves nothing of it, and the same plan is applied afterwards', async () => {
    const { id } = await buildGame(database.db);
    const challenges = Array.from({ length: count }, (_, index) => ({
      key: `task-${index}`,
      path: `task-${index}/challenge.yml`,
      challenge: { title: `Task ${index}`, enabled: true, flags: { static: [{ value: `flag{${index}}` }] } },
    }));
    const post = await signIn();
    const plan = (await (await post(`/api/edit/games/${id}/plans`, { challenges })).json()) as Plan;
    expect(plan.changes).toHaveLength(count);
    const rows = async () => {
      const [row] = await database.sql`
        select (select count(*)::int from challenges) as challenges, (select count(*)::int from flags) as flags,
          (select count(*)::int from audit_entries) as entries`;
      return row;
    };
    const before = await rows();
    // The eleventh of twenty waits.
    await database.sql.unsafe(`
      create table middle ();
      create function wait_in_the_middle() returns trigger language plpgsql as $$
      begin
        if new.title = 'Task 10' then perform 1 from middle; end if;
        return new;
      end $$;
      create trigger wait_in_the_middle before insert on challenges for each row execute function wait_in_the_middle()`);
    const release = await lockTable(database.sql, 'middle');
    const applying = post(`/api/edit/games/${id}/plans/${plan.id}/apply`, {}).then(
      ({ status }) => status,
      () => 'cut',
    );
    const waiting = () => database.sql`
      select 1 from pg_locks join pg_database on pg_database.oid = database
      where relation = 'middle'::regclass and not granted and datname = current_database()`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    server.kill('SIGKILL');
    await server.exited;
    expect(await applying).toBe('cut');
    await release();
    await database.sql.unsafe('drop function wait_in_the_middle cascade');
    expect(await rows()).toEqual(before);

    server = await start();
    const again = await signIn();
    const applied = await again(`/api/edit/games/${id}/plans/${plan.id}/apply`, {});
    expect(applied.status).toBe(200);
    expect(await rows()).toMatchObject({ challenges: count, flags: count });
    expect((await again(`/api/edit/games/${id}/plans/${plan.id}/apply`, {})).status).toBe(409);
  });
});
