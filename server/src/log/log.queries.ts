import type { Executor } from '@vexil/db';
import { type LogKind, logLevels } from '@vexil/db/enums/log';
import { type LogRow, logs } from '@vexil/db/schema/log';
import { and, desc, eq, ilike, ne, or, sql } from 'drizzle-orm';

interface Page {
  level: string;
  count: number;
  skip: number;
  hint?: string | undefined;
  kind?: LogKind | 'operation' | undefined;
  gameId?: number | undefined;
}

function hasHint(hint: string) {
  const pattern = `%${hint.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(logs.message, pattern), ilike(logs.userName, pattern), ilike(logs.ip, pattern));
}

/** Lines of earlier versions have no kind, and are among the operations. */
const isOf = (kind: LogKind | 'operation') =>
  kind === 'operation' ? ne(sql`coalesce(${logs.kind}, 'platform')`, 'submission') : eq(logs.kind, kind);

/** Newest first. `All` and an empty level select every level; an unknown level has no lines. */
export async function listLogs(db: Executor, { level, count, skip, hint, kind, gameId }: Page): Promise<LogRow[]> {
  const isAll = level === '' || level.toLowerCase() === 'all';
  const wanted = logLevels.find((one) => one.toLowerCase() === level.toLowerCase());
  if (!isAll && !wanted) return [];
  return db
    .select()
    .from(logs)
    .where(
      and(
        wanted && eq(logs.level, wanted),
        hint ? hasHint(hint) : undefined,
        kind && isOf(kind),
        gameId === undefined ? undefined : eq(logs.gameId, gameId),
      ),
    )
    .orderBy(desc(logs.time), desc(logs.id))
    .limit(count)
    .offset(skip);
}
