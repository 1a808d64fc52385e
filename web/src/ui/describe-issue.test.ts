import { filled, shownName, text } from '@vexil/contract/wire';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { describeIssue } from './describe-issue';

const key = ((name: string) => name) as Parameters<typeof describeIssue>[2];
const said = (schema: z.ZodType, value: string) =>
  schema.safeParse(value).error?.issues.map((issue) => describeIssue(issue, value, key));

it.each<[z.ZodType, string, string]>([
  [filled(9), '\u200b', 'ui.invalid.required'],
  [filled(9), '', 'ui.invalid.required'],
  [shownName(9), 'a\u200bb', 'ui.invalid.invisible'],
  [text(2), '😀😀😀', 'ui.invalid.tooLong'],
])('%# names what is wrong with a text', (schema, value, expected) => {
  expect(said(schema, value)?.[0]).toBe(expected);
});
