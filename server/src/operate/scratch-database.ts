import { randomBytes } from 'node:crypto';
import { openConnection } from './open-connection';
import { createDatabase, dropDatabase } from './schema.queries';

/**
 * Gives an empty database, which is dropped afterwards.
 * @param adminUrl a database whose role may create databases
 */
export async function withScratchDatabase<T>(adminUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `vexil_verify_${randomBytes(6).toString('hex')}`;
  const admin = openConnection(adminUrl);
  try {
    await createDatabase(admin, name);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      return await use(url.href);
    } finally {
      await dropDatabase(admin, name);
    }
  } finally {
    await admin.end({ timeout: 5 });
  }
}
