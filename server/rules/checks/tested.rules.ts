import { hasContainer } from '@vexil/db/enums/challenge';
import { type BeforeCheck, verdictOn } from './check';

/** The game-day check starts an instance of each instead. */
export const tested: BeforeCheck = {
  name: 'tested',
  audience: 'before',
  ask({ challenges }) {
    const started = challenges.filter(({ type }) => hasContainer(type));
    if (started.length === 0) return undefined;
    const untested = started.filter(
      ({ containerImage, testedAt, acceptedCount, lastCheck }) =>
        containerImage.trim() !== '' && testedAt === null && acceptedCount === 0 && lastCheck?.result !== 'passed',
    );
    const problem = { state: 'warning', reason: 'untested' } as const;
    return verdictOn(untested, problem, (challengeId) => ({ page: 'challenge', challengeId, section: 'container' }));
  },
};
