import { randomBytes } from 'node:crypto';
import { withConnection } from './open-connection';
import { createDatabase, dropDatabase } from './schema.queries';

/**
 * Gives an empty database, which is dropped afterwards.
 * @param adminUrl a database whose role may create databases
 */
export async function withScratchDatabase<T>(adminUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `vexil_verify_${randomBytes(6).toString('hex')}`;
  return withConnection(adminUrl, async (admin) => {
    await createDatabase(admin, name);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      return await use(url.href);
    } finally {
      await dropDatabase(admin, name);
    }
  });
}
