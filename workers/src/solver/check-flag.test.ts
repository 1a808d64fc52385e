import { testSealing } from '@vexil/db/testing/game';
import { expect, it } from 'vitest';
import { checkFlagOf } from './check-flag';

const [one, other] = ['0a0a0a0a-0000-4000-8000-000000000001', '0a0a0a0a-0000-4000-8000-000000000002'];
const flagOf = (id: string, template: string | null) =>
  checkFlagOf(testSealing, id, { flagTemplateSealed: template === null ? null : testSealing.seal(template) });

it.for([
  ['without a template', null, /^flag\{[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\}$/],
  ['with the hash of a team', 'vexil{a_[TEAM_HASH]}', /^vexil\{a_[0-9a-f]{12}\}$/],
  ['with spelling', 'vexil{leet_everywhere_in_this_flag}', /^[\w{}@]+$/],
] as const)('an instance has one flag of its own, %s', ([, template, form]) => {
  expect(flagOf(one, template)).toMatch(form);
  expect(flagOf(one, template)).toBe(flagOf(one, template));
  expect(flagOf(one, template)).not.toBe(flagOf(other, template));
});
