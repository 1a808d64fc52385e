import { type BeforeCheck, verdict } from './check';

export const challenges: BeforeCheck = {
  name: 'challenges',
  audience: 'before',
  ask({ challenges: { length } }) {
    const problem = { state: 'fault', reason: 'none', code: 'checklist.noChallenge' } as const;
    return verdict({ page: 'challenges' }, length === 0 && problem);
  },
};
