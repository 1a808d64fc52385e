import { hasContainer } from '@vexil/db/enums/challenge';
import { type BeforeCheck, verdictOn } from './check';

export const images: BeforeCheck = {
  name: 'images',
  audience: 'before',
  ask({ challenges }) {
    const started = challenges.filter(({ type }) => hasContainer(type));
    if (started.length === 0) return undefined;
    const problem = { state: 'fault', reason: 'unset', code: 'checklist.noImage' } as const;
    const without = started.filter(({ containerImage }) => containerImage.trim() === '');
    return verdictOn(without, problem, (challengeId) => ({ page: 'challenge', challengeId, section: 'container' }));
  },
};
