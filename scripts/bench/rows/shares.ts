import type { Generator } from '../harness/generator';
import type { Answer } from './answers';
import type { Budget, Measure, RowContext } from './row';
import { sayStatuses } from './row';
import { type Prepared, type Side, subjectOf } from './sides';
import { cpuMsOf, rateOf, takeTurns, totalCpuMsOf, type Work } from './turns';

export interface ShareRun {
  context: RowContext;
  generator: Generator;
  sides: { now: Side; before: Side | null };
  /** What answers are compared with, on the side of now. */
  reference: Answer;
  referenceName: string;
}

const partsBesideServer = ({ server: _server, ...others }: Record<string, number>) =>
  Object.values(others).reduce((sum, ms) => sum + ms, 0);

const sayCpu = (work: Work) => {
  const cpu = cpuMsOf(work);
  return `${(cpu.server ?? 0).toFixed(3)} + ${partsBesideServer(cpu).toFixed(3)} ms`;
};

/** A rate of answers that were let through is none. */
function requireStatus({ statuses, requests }: Work, { what, status }: Answer): void {
  if ((statuses[status] ?? 0) < requests / 2) throw new Error(`${what} was answered ${JSON.stringify(statuses)}.`);
}

export interface Wanted {
  what: string;
  budgets: Budget[];
  /** Null when the side has no such answer. */
  now: Prepared | null;
  before: Prepared | null;
  side?: Side;
}

/** Requests per second of an answer in per cent of the reference, taking turns with it and with the side of before. */
export async function measureShare(run: ShareRun, wanted: Wanted): Promise<Measure> {
  const { context, generator, sides, reference, referenceName } = run;
  const { now, before, budgets, side = sides.now } = wanted;
  const what = `${wanted.what}, of ${referenceName}`;
  if (!now) return { what, value: 0, unit: '%', budgets, note: 'there is no such answer' };
  const subjects = [
    subjectOf(context, generator, sides.now, { name: 'reference', answer: reference }),
    subjectOf(context, generator, side, { name: 'now', answer: now.answer }),
    ...(before && sides.before
      ? [subjectOf(context, generator, sides.before, { name: 'before', answer: before.answer })]
      : []),
  ];
  const works = await takeTurns(subjects, context.extent.turns);
  const [base, work, earlier] = ['reference', 'now', 'before'].map((name) => works.get(name));
  if (!base || !work) throw new Error('A subject had no turn.');
  requireStatus(work, now.answer);
  const rate = rateOf(work);
  const figures: Record<string, number> = {
    rate,
    referenceRate: rateOf(base),
    bytes: now.bytes,
    cpuMs: totalCpuMsOf(work),
    referenceCpuMs: totalCpuMsOf(base),
  };
  let note = `${rate.toFixed(0)}/s of ${now.bytes} B, ${sayCpu(work)} of processor; reference ${rateOf(base).toFixed(0)}/s, ${sayCpu(base)}: ${((100 * totalCpuMsOf(base)) / totalCpuMsOf(work)).toFixed(0)} % by processor time`;
  if (before && earlier) {
    const times = rate / rateOf(earlier);
    Object.assign(figures, {
      beforeRate: rateOf(earlier),
      beforeBytes: before.bytes,
      beforeCpuMs: totalCpuMsOf(earlier),
    });
    note += `; before ${rateOf(earlier).toFixed(0)}/s of ${before.bytes} B, ${sayCpu(earlier)}: ${times.toFixed(2)} times as many now`;
  } else if (sides.before) note += '; before: not there';
  const value = (100 * rate) / rateOf(base);
  return {
    what,
    value,
    unit: '%',
    budgets,
    note: `${note}${sayStatuses(now.answer.others ? work.statuses : {})}`,
    figures,
  };
}
