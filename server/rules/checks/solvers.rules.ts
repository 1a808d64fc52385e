import { hasContainer } from '@vexil/db/enums/challenge';
import { type BeforeCheck, verdictOn } from './check';

export const solvers: BeforeCheck = {
  name: 'solvers',
  audience: 'before',
  ask({ challenges }) {
    const checked = challenges.filter(
      ({ type, lastCheck }) => hasContainer(type) && lastCheck !== null && lastCheck.result !== 'running',
    );
    if (checked.length === 0) return undefined;
    const failing = checked.filter(({ lastCheck }) => lastCheck?.result !== 'passed');
    const problem = { state: 'warning', reason: 'fails' } as const;
    return verdictOn(failing, problem, (challengeId) => ({ page: 'challenge', challengeId, section: 'solver' }));
  },
};
