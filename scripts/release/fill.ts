import type postgres from 'postgres';

/** Rows of tables that playing through the calls leaves empty: they need an engine, or a command. */
const fillers: Record<string, string> = {
  containers: `insert into containers (id, kind, game_id, challenge_id, participation_id, state, image, expires_at, ended_at, end_reason)
    select gen_random_uuid(), 'Team', c.game_id, c.id, p.id, 'destroyed', 'registry.test/image:1', now(), now(), 'expired'
    from challenges c join participations p on p.game_id = c.game_id limit 1`,
  sign_in_providers: `insert into sign_in_providers (id, position, settings) values ('university', 0,
    '{"id":"university","name":"University","kind":"oidc","icon":"school","issuer":"https://login.example.edu","clientId":"ctf",
      "scopes":"openid email profile","groupsClaim":"groups","domains":[],"groups":[],"makesAccounts":true,
      "linksByEmail":false,"takesTeam":false,"rules":[],"isEnabled":true}')`,
  account_links: `insert into account_links (account_id, provider, issuer, subject, label)
    select id, 'university', 'https://login.example.edu', id::text, user_name from accounts limit 1`,
  account_exports: `insert into account_exports (account_id, requested_at, language) select id, now(), 'en-US' from accounts limit 1`,
  account_erasures: `insert into account_erasures (account_id, requested_at, due_at) select id, now(), now() + interval '14 days' from accounts limit 1`,
  consent_texts: `insert into consent_texts (hash, text) values (repeat('a', 64), 'Be fair.')`,
  consents: `insert into consents (account_id, hash) select id, repeat('a', 64) from accounts limit 1`,
  trace_epochs: `insert into trace_epochs (since) values (now())`,
  play_traces: `insert into play_traces (participation_id, challenge_id, kind, game_id, happened_at)
    select p.id, c.id, 'Opened', c.game_id, now() from challenges c join participations p on p.game_id = c.game_id limit 1`,
  cases: `insert into cases (game_id, participation_id, updated_at) select game_id, id, now() from participations limit 1`,
  case_notes: `insert into case_notes (case_id, text) select id, 'Two devices.' from cases limit 1`,
  case_questions: `insert into case_questions (case_id, text, due_at)
    select id, 'Show how you solved it.', now() from cases limit 1`,
  backups: `insert into backups (name, place, made_at, size_bytes, missing_files, verified_at, faults)
    values ('vexil-20300101T000000Z.tar.gz', '/srv/backups', now(), 1024, 0, now(), 0)`,
};

async function listEmpty(sql: postgres.Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const empty: string[] = [];
  for (const { name } of tables) {
    if ((await sql`select 1 from ${sql(name)} limit 1`).length === 0) empty.push(name);
  }
  return empty;
}

/** @throws when a table has no row and no statement that makes one */
export async function fillEmptyTables(sql: postgres.Sql): Promise<void> {
  for (const name of await listEmpty(sql)) {
    const statement = fillers[name];
    if (statement) await sql.unsafe(statement);
  }
  const left = await listEmpty(sql);
  if (left.length > 0) {
    throw new Error(`These tables have no row: ${left.join(', ')}. Play what fills them, or add a statement.`);
  }
}
