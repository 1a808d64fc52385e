import { setTimeout as delay } from 'node:timers/promises';
import {
  findJudgedRange,
  listChallengesWithRules,
  listToJudgeAgain,
  type RejudgingScope,
} from '@vexil/data/rejudging/rejudging.queries';
import { judge, type Verdict } from '@vexil/rules/judge.rules';
import { changeOf, type VerdictChange } from '@vexil/rules/rejudging.rules';
import type { BaseDeps } from './deps';
import { applyFlagRules } from './flag-rules';

/** Small enough that other work of the process and of the database waits for some milliseconds only. */
const batchSize = 200;
const rangeSize = 250;
/** Of the time that the work took: the database has no lower priority to give. */
const restShare = 3;

/** A pause as the work since the last one was long. */
export function takeRests(): () => Promise<void> {
  let begin = performance.now();
  return async () => {
    await delay(restShare * (performance.now() - begin));
    begin = performance.now();
  };
}

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
    found.kept += changes.filter((change) => change === 'kept').length;
    found.changes.push(...changes.filter((change) => change !== 'kept' && change !== null));
  };
  await deps.database.sql.begin('isolation level repeatable read read only', async (tx) => {
    const withRules = await listChallengesWithRules(tx, scope);
    const challenges = new Map([...withRules].map((id) => [id, { hasRules: true }]));
    const rest = takeRests();
    for (let range = { lastId: 0, untilId: 0, count: rangeSize }; range.count === rangeSize; ) {
      range = await findJudgedRange(tx, scope, { lastId: range.untilId, limit: rangeSize });
      found.submissions += range.count;
      for (let { lastId } = range; lastId < range.untilId; ) {
        const batch = await listToJudgeAgain(tx, scope, withRules, { ...range, lastId, limit: batchSize });
        add(judge(await applyFlagRules(deps, tx, challenges, batch)));
        lastId = batch.length < batchSize ? range.untilId : (batch.at(-1)?.id ?? range.untilId);
      }
      await rest();
    }
  });
  return found;
}
