import { type BeforeCheck, info, verdict } from './check';

export const visible: BeforeCheck = {
  name: 'visible',
  audience: 'before',
  ask: ({ game: { hidden } }) =>
    verdict(info('visibility'), hidden && { state: 'warning', reason: 'hidden', code: 'checklist.hidden' }),
};
