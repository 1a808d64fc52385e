// Tables of an export, row by row: what is wrong is named by the number of its row.

import { awardPointsMax } from '@vexil/contract/award.limits';
import { int32Max } from '@vexil/contract/wire';
import { z } from 'zod';
import type { Folder } from '../model';
import type { Remarks } from '../remarks';
import { hasFile } from './draft';
import { isMapping, issueRemark, Source, type Tree } from './source';

const Id = z.int().min(1).max(int32Max);
const Key = Id.nullish().transform((id) => id ?? null);
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
/** `0` and `1` where the database has no booleans. */
const isSet = z
  .union([z.boolean(), z.literal([0, 1])])
  .nullish()
  .transform(Boolean);
/** UTC without saying so; rows of rCTF say it. */
const When = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00(:00)?)?$/)
  .transform((text, ctx) => {
    const time = Date.parse(`${text.replace(/Z|\+00(:00)?$/, '').replace(' ', 'T')}Z`);
    if (Number.isNaN(time) || time < 0) ctx.addIssue({ code: 'custom', message: 'no time' });
    return time;
  });
/** A decimal is a text. */
const Points = z.union([z.int(), z.string().regex(/^-?\d{1,9}(\.0+)?$/)]).transform(Number);
const Name = z.string().min(1).max(200);

const row = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, index: z.int() });

export const ctfdRows = {
  config: row({ key: Text, value: z.union([z.string(), z.number(), z.boolean()]).nullish().transform(String) }),
  users: row({
    ...{ id: Id, name: Text, email: Text, password: Text, type: Text, team_id: Key },
    ...{ hidden: isSet, banned: isSet, verified: isSet, created: When.nullish() },
  }),
  teams: row({ id: Id, name: Text, captain_id: Key, hidden: isSet, banned: isSet }),
  challenges: row({ id: Id, value: Points.nullish() }),
  hints: row({ id: Id, challenge_id: Key }),
  submissions: row({
    ...{ id: Id, challenge_id: Key, user_id: Key, team_id: Key, provided: Text, type: Text, date: When },
  }),
  solves: row({ id: Id, challenge_id: Key, user_id: Key, team_id: Key }),
  awards: row({
    ...{ id: Id, user_id: Key, team_id: Key, name: Text, description: Text, category: Text },
    ...{ value: Points, date: When },
  }),
} as const;

export const rctfRows = {
  users: row({
    id: Name,
    name: Text,
    email: Text,
    perms: z.int().nullish(),
    banned: isSet,
    created_at: When.nullish(),
  }),
  challenges: row({ id: Name, data: z.object({ hidden: isSet, points: z.object({ min: Points, max: Points }) }) }),
  solves: row({
    id: Name,
    challengeid: Name,
    userid: Name,
    createdat: When,
    points: z.int().min(0).max(awardPointsMax).nullish(),
  }),
  submission_logs: row({
    ...{ id: Name, kind: Text, challenge_id: Name, user_id: Name, result: Text, created_at: When },
    details: z.object({ submittedFlag: Text }).nullish(),
  }),
} as const;

type TableSchema = z.ZodType<{ index: number; id?: number | string }>;

function parse(file: string, bytes: Uint8Array, found: Remarks): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    found.refuse(file, '', 'json.invalid', { reason: String(error).slice(0, 200) });
    return [];
  }
}

/** A list, or one in `results`. A table that is not there has no rows, and one without rows is an empty file. */
export async function readTable<Schema extends TableSchema>(
  folder: Folder,
  file: string,
  schema: Schema,
  { found, isNeeded = true }: { found: Remarks; isNeeded?: boolean },
): Promise<z.output<Schema>[]> {
  if (!hasFile(folder, file)) {
    if (isNeeded) found.refuse(file, '', 'file.missing', { value: file });
    return [];
  }
  if (folder.sizeBytes(file) === 0) return [];
  const read = parse(file, await folder.read(file), found);
  const list = isMapping(read) ? read.results : read;
  if (Array.isArray(list)) return readRows(file, list, schema, found);
  found.refuse(file, 'results', 'field.type', { expected: 'array' });
  return [];
}

function readRows<Schema extends TableSchema>(file: string, list: Tree[], schema: Schema, found: Remarks) {
  const ids = new Set<number | string>();
  return list.flatMap((tree, index): z.output<Schema>[] => {
    const { data, error } = schema.safeParse(isMapping(tree) ? { ...tree, index } : tree);
    if (!data) {
      const source = new Source(file, tree, undefined, { field: `${index}.`, line: 1 });
      for (const issue of error?.issues.slice(0, 5) ?? []) {
        const { field, what, values } = issueRemark(source, issue.path.join('.'), issue);
        found.refuse(file, field, what, values);
      }
      return [];
    }
    const { id = -1 - index } = data;
    if (ids.size === ids.add(id).size) found.refuse(file, `${index}.id`, 'field.twice');
    return [data];
  });
}
