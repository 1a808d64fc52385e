import type { Language } from '@vexil/contract/languages';
import fields from '@vexil/contract/locales/en-US/fields.json';
import type { FieldProblem } from '@vexil/contract/texts';
import type { z } from 'zod';
import { fieldText } from '../reply/i18n';

type Issue = z.core.$ZodIssue;
type Problem = [problem: FieldProblem, params?: Record<string, string | number>];

const ofType: Record<string, FieldProblem> = {
  string: 'field.text',
  number: 'field.number',
  int: 'field.integer',
  boolean: 'field.boolean',
  array: 'field.list',
  object: 'field.object',
  record: 'field.object',
};

const ofFormat: Record<string, FieldProblem> = {
  email: 'field.email',
  url: 'field.url',
  guid: 'field.guid',
  uuid: 'field.guid',
};

const isNumber = (origin: string) => origin === 'number' || origin === 'int' || origin === 'bigint';

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Problem {
  const limit = Number(minimum);
  if (isNumber(origin)) return [inclusive ? 'field.tooSmall' : 'field.notAbove', { limit }];
  if (origin === 'string') return limit <= 1 ? ['field.blank'] : ['field.tooShort', { limit }];
  return ['field.tooFew', { limit }];
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Problem {
  const limit = Number(maximum);
  if (isNumber(origin)) return [inclusive ? 'field.tooBig' : 'field.notBelow', { limit }];
  return [origin === 'string' ? 'field.tooLong' : 'field.tooMany', { limit }];
}

function describe(issue: Issue): Problem {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return ['field.missing'];
      return [ofType[issue.expected] ?? 'field.value'];
    case 'invalid_value':
      return issue.input === undefined ? ['field.missing'] : ['field.option', { options: issue.values.join(', ') }];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return [ofFormat[issue.format] ?? 'field.format'];
    case 'custom': {
      const named = issue.params?.problem;
      const key = typeof named === 'string' && Object.hasOwn(fields, named) ? (named as FieldProblem) : 'field.value';
      return [key, issue.params?.values as Problem[1]];
    }
    default:
      return ['field.value'];
  }
}

/** What is wrong with a field, in the caller's language; the schema has to have been asked with `reportInput`. */
export function describeIssue(issue: Issue, language: Language): string {
  const [key, params] = describe(issue);
  return fieldText(key, language, params);
}
