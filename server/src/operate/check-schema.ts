import { migrateDatabase, readSchemaState, type SchemaState } from '@vexil/db/migrate';
import { withConnection } from './open-connection';
import { describeSchema } from './schema.queries';
import { withScratchDatabase } from './scratch-database';

export interface CheckedSchema extends SchemaState {
  /** What the migrations make and the database lacks. */
  missing: string[];
  /** What the database has beyond the migrations. */
  surplus: string[];
}

/**
 * Compares the schema with the one that the migrations of this build make in an empty database.
 * @param adminUrl a database whose role may create databases
 */
export async function checkSchema(url: string, adminUrl: string): Promise<CheckedSchema> {
  return withConnection(url, async (sql) => {
    const state = await readSchemaState(sql);
    const found = new Set(await describeSchema(sql));
    const wanted = await withScratchDatabase(adminUrl, async (scratchUrl) => {
      await migrateDatabase(scratchUrl);
      return new Set(await withConnection(scratchUrl, describeSchema));
    });
    const missing = [...wanted].filter((line) => !found.has(line)).sort();
    const surplus = [...found].filter((line) => !wanted.has(line)).sort();
    return { ...state, missing, surplus };
  });
}
