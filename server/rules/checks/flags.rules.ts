import { type BeforeCheck, verdictOn } from './check';

export const flags: BeforeCheck = {
  name: 'flags',
  audience: 'before',
  ask({ challenges }) {
    const without = challenges.filter(({ type, flagCount }) => type !== 'DynamicContainer' && flagCount === 0);
    const problem = { state: 'fault', reason: 'none', code: 'checklist.noFlag' } as const;
    return verdictOn(without, problem, (challengeId) => ({ page: 'flags', challengeId }));
  },
};
