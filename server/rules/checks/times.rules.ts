import { type BeforeCheck, info, verdict } from './check';

export const times: BeforeCheck = {
  name: 'times',
  audience: 'before',
  ask({ game, now }) {
    const problem = { state: 'fault', code: 'checklist.timesPast' } as const;
    if (game.end <= game.start) return verdict(info('times'), { ...problem, reason: 'order' });
    return verdict(info('times'), game.end <= now && { ...problem, reason: 'past' });
  },
};
