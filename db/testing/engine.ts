import type { Executor } from '../src/index';
import { type EngineRow, engines } from '../src/schema/container';
import { nextNumber } from './sequence';

/** A Docker engine that a worker has just reported. */
export async function buildEngine(db: Executor, values: Partial<EngineRow> = {}): Promise<EngineRow> {
  const [row] = await db
    .insert(engines)
    .values({ name: `engine-${nextNumber()}`, kind: 'docker', ...values })
    .returning();
  if (!row) throw new Error('The engine was not stored.');
  return row;
}
