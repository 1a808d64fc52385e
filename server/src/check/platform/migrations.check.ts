import { countMigrations, readSchemaState } from '@vexil/db/migrate';
import { fault, ok, type PlatformCheck, warning } from '../check';

export const migrations: PlatformCheck = {
  name: 'migrations',
  audience: 'platform',
  async probe({ database: { sql } }) {
    const { known, applied } = await countMigrations(sql);
    if (applied < known) throw new Error(`${known - applied} migrations have not run.`);
  },
  async ask({ deps }) {
    const { known, applied, unknown } = await readSchemaState(deps.database.sql);
    if (unknown > 0) return [fault('migrations.newer')];
    if (applied < known) return [warning('migrations.missing', { count: known - applied })];
    return [ok('migrations.applied', { known })];
  },
};
