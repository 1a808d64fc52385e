import { migrateDatabase, readSchemaState, type SchemaState } from '@vexil/db/migrate';
import type postgres from 'postgres';
import { openConnection } from './open-connection';
import { withScratchDatabase } from './scratch-database';

/** One line for each column, constraint, index and enum: equal for equal schemas. */
async function describeSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select format('column %s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end, case a.attidentity when '' then '' else ' identity' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select format('constraint %s on %s %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    union all select format('index %s', pg_get_indexdef(i.indexrelid))
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
    union all select format('invalid index %s', c.relname)
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisvalid
    union all select format('enum %s (%s)', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder))
      from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname`;
  return rows.map(({ line }) => line);
}

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
  const sql = openConnection(url);
  try {
    const state = await readSchemaState(sql);
    const found = new Set(await describeSchema(sql));
    const wanted = await withScratchDatabase(adminUrl, async (scratchUrl) => {
      await migrateDatabase(scratchUrl);
      const scratch = openConnection(scratchUrl);
      try {
        return new Set(await describeSchema(scratch));
      } finally {
        await scratch.end({ timeout: 5 });
      }
    });
    const missing = [...wanted].filter((line) => !found.has(line)).sort();
    const surplus = [...found].filter((line) => !wanted.has(line)).sort();
    return { ...state, missing, surplus };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
