import { fault, holdsIf, ok, type PlatformCheck, warning } from '../check';

const judgingSecondsMax = 30;
const queueLengthMax = 500;

export const queues: PlatformCheck = {
  name: 'queues',
  audience: 'platform',
  async watch({ queueHealth }) {
    const { oldestWaitingAnswerSeconds: waited, jobs } = await queueHealth();
    const long = Object.entries(jobs).filter(([, { waiting }]) => waiting > queueLengthMax);
    return new Map([
      ['JudgingLate', holdsIf(waited > judgingSecondsMax, String(waited))],
      ['QueueLong', new Map(long.map(([name, { waiting }]) => [name, String(waiting)]))],
    ]);
  },
  async ask({ queueHealth }) {
    const { oldestWaitingAnswerSeconds: seconds, jobs } = await queueHealth();
    const count = Object.values(jobs).reduce((sum, { failed }) => sum + failed, 0);
    const findings = [
      ...(seconds > judgingSecondsMax ? [fault('queues.answersWait', { seconds })] : []),
      ...(count > 0 ? [warning('queues.jobsFailed', { count })] : []),
    ];
    return findings.length > 0 ? findings : [ok('queues.well')];
  },
};
