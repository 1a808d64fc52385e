import { describe, expect, it } from 'vitest';
import { findChecks } from './testing/schema-checks';

describe('checks of the schemas that read requests and packages', () => {
  const checks = findChecks(['server/contract']);

  it('are all found', () => {
    expect(checks.length).toBeGreaterThanOrEqual(20);
  });

  it('say what is wrong by a key that is translated, never by a text or by nothing', () => {
    expect(checks.filter(({ key }) => key === null || key === 'field.value')).toEqual([]);
  });

  it.each([
    ['z.string().refine((text) => text)', [null]],
    ["z.string().refine((text) => text, 'is wrong')", [null]],
    ["z.string().refine((text) => text, { message: 'is wrong' })", [null]],
    ["z.string().refine((text) => text, problem('field.blank'))", ['field.blank']],
    ["z.object({}).refine(() => true, { ...problem('field.twice'), path: ['a'] })", ['field.twice']],
    ["z.object({}).refine(() => true, problemOf('a', 'field.twice'))", ['field.twice']],
    ["ctx.addIssue({ code: 'custom', message: 'is wrong' })", [null]],
    ["report(ctx, 'a', 'field.missing')", ['field.missing']],
  ])('%s gives %j', (text, keys) => {
    expect(findChecks([], `${text};`).map(({ key }) => key)).toEqual(keys);
  });
});
