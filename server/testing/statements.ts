import type { Database } from '@vexil/db';
import { drizzle } from 'drizzle-orm/postgres-js';

type Sql = Database['sql'];
type Executed = { handler?: (query: unknown) => unknown };

/** The same pools; adds the text of each statement to `statements` when it is sent, with those of transactions. */
export function recordStatements(database: Database, statements: string[]): Database {
  const record = <Q>(query: Q, text: string): Q => {
    const executed = query as Executed;
    const send = executed.handler;
    // Fragments are never sent by themselves.
    if (send) {
      executed.handler = (sent) => {
        statements.push(text.replace(/\s+/g, ' ').trim());
        return send(sent);
      };
    }
    return query;
  };
  const recorded = (sql: Sql) => {
    const tagged = (...args: Parameters<Sql>) => record(sql(...args), [...(args[0] as readonly string[])].join('?'));
    const unsafe: Sql['unsafe'] = (...args) => record(sql.unsafe(...args), args[0]);
    const begin = async (...args: unknown[]) => {
      statements.push('begin');
      const run = args.pop() as (tx: unknown) => unknown;
      const result = await (sql.begin as (...args: unknown[]) => Promise<unknown>)(...args, (tx: Sql) =>
        run(recorded(tx)),
      );
      statements.push('commit');
      return result;
    };
    return Object.assign(tagged, sql, { unsafe, begin }) as unknown as Sql;
  };
  const sql = recorded(database.sql);
  return { ...database, sql, readingSql: recorded(database.readingSql), db: drizzle(sql) };
}
