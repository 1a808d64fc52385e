import { type BeforeCheck, info, verdict } from './check';

export const rules: BeforeCheck = {
  name: 'rules',
  audience: 'before',
  ask({ game }) {
    const isEmpty = game.content.trim() === '';
    return verdict(info('rules'), isEmpty && { state: 'fault', reason: 'empty', code: 'checklist.rulesEmpty' });
  },
};
