import postgres from 'postgres';

/** One connection, for a command. */
export const openConnection = (url: string) =>
  postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connection: { application_name: 'vexil-operate' } });

export async function withConnection<T>(url: string, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = openConnection(url);
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
