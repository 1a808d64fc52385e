import { listChallengesWithRules, listJudged, type RejudgingScope } from '@vexil/data/rejudging/rejudging.queries';
import { judge, type Verdict } from '@vexil/rules/judge.rules';
import { changeOf, type VerdictChange } from '@vexil/rules/rejudging.rules';
import type { BaseDeps } from './deps';
import { applyFlagRules } from './flag-rules';

/** Small enough that other work of the process waits for some milliseconds only. */
const batchSize = 200;

export interface NewVerdicts {
  /** Submissions that were judged. */
  submissions: number;
  kept: number;
  changes: VerdictChange[];
}

/** Judges the scope again by the flags of one moment, and stores nothing. */
export async function judgeAgain(
  deps: Pick<BaseDeps, 'database' | 'sealing' | 'log'>,
  scope: RejudgingScope,
  takesBack: boolean,
): Promise<NewVerdicts> {
  const found: NewVerdicts = { submissions: 0, kept: 0, changes: [] };
  const add = (verdicts: readonly Verdict[]) => {
    const changes = verdicts.map((verdict) => changeOf(verdict, takesBack));
    found.submissions += verdicts.length;
    found.kept += changes.filter((change) => change === 'kept').length;
    found.changes.push(...changes.filter((change) => change !== 'kept' && change !== null));
  };
  await deps.database.sql.begin('isolation level repeatable read read only', async (tx) => {
    const withRules = await listChallengesWithRules(tx, scope);
    const challenges = new Map([...withRules].map((id) => [id, { hasRules: true }]));
    let lastId: number | undefined = 0;
    while (lastId !== undefined) {
      const batch = await listJudged(tx, scope, { lastId, limit: batchSize });
      add(judge(await applyFlagRules(deps, tx, challenges, batch)));
      lastId = batch.length < batchSize ? undefined : batch.at(-1)?.id;
    }
  });
  return found;
}
