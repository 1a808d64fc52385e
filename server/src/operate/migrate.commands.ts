import { migrateDatabase, readSchemaState } from '@vexil/db/migrate';
import { readConfig } from '@vexil/runtime/config';
import { checkSchema } from './check-schema';
import { withConnection } from './open-connection';
import { program, scratchDatabaseOf, show } from './program';

const migrate = program.command('migrate').description('the schema of the database');
migrate
  .command('status')
  .description('says which migrations are applied and by which version; exit code 2 when some are missing or unknown')
  .action(async () => {
    await withConnection(readConfig(process.env).databaseUrl, async (sql) => {
      const state = await readSchemaState(sql);
      const { known, applied, unknown, migratedBy } = state;
      show(state, [
        `${applied} of ${known} migrations are applied.`,
        ...(unknown > 0 ? [`${unknown} more are applied that this version does not know.`] : []),
        ...(migratedBy === null ? [] : [`Version ${migratedBy} migrated last.`]),
      ]);
      if (known !== applied || unknown > 0) process.exitCode = 2;
    });
  });
migrate
  .command('up')
  .description('applies what is missing')
  .action(async () => {
    await migrateDatabase(readConfig(process.env).databaseUrl);
    show({ migrated: true }, ['The database is up to date.']);
  });
migrate
  .command('check')
  .description('compares the schema with the one that all migrations make; exit code 2 when they differ')
  .option(
    '--database <url>',
    'PostgreSQL with a role that may create databases (default: VERIFY_DATABASE_URL, DATABASE_URL)',
  )
  .action(async (options: { database?: string }) => {
    const config = readConfig(process.env);
    const checked = await checkSchema(config.databaseUrl, scratchDatabaseOf(config, options.database));
    const { missing, surplus } = checked;
    show(checked, [
      ...missing.map((line) => `missing: ${line}`),
      ...surplus.map((line) => `surplus: ${line}`),
      ...(missing.length + surplus.length === 0 ? ['The schema is that of the migrations.'] : []),
    ]);
    if (missing.length + surplus.length > 0) process.exitCode = 2;
  });
