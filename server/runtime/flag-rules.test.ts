import type { SqlTx } from '@vexil/db';
import { createSealing } from '@vexil/db/sealing';
import type { WaitingSubmission } from '@vexil/rules/judge.rules';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { applyFlagRules } from './flag-rules';

const deps = { sealing: createSealing('a key of a test'), log: pino({ level: 'silent' }) };
const noStatement = (() => {
  throw new Error('A statement was sent.');
}) as unknown as SqlTx;

it.each([
  ['no flag has a rule', { hasRules: false }, false],
  ['the hash was right', { hasRules: true }, true],
] as const)('sends no statement where %s', async (_when, challenge, isShared) => {
  const waiting = [{ id: 1, challengeId: 7, isShared, isCanary: false } as WaitingSubmission];
  expect(await applyFlagRules(deps, noStatement, new Map([[7, challenge]]), waiting)).toBe(waiting);
});
