import type { z } from 'zod';
import type { BaseFeature, TextKey, Translate } from '../i18n/texts';

type Issue = z.core.$ZodIssue;

const formatProblems = new Map<unknown, TextKey<BaseFeature>>([
  ['email', 'ui.invalid.email'],
  ['url', 'ui.invalid.url'],
]);

const customProblems = new Map<unknown, TextKey<BaseFeature>>([
  ['field.blank', 'ui.invalid.required'],
  ['field.invisible', 'ui.invalid.invisible'],
]);

/** What a reader should do about one finding of a schema. */
export function describeIssue(issue: Issue, value: unknown, t: Translate<BaseFeature>): string {
  if (value === '' || value === null || value === undefined) return t('ui.invalid.required');
  const isText = 'origin' in issue && issue.origin === 'string';
  switch (issue.code) {
    case 'too_small':
      return isText
        ? t('ui.invalid.tooShort', { count: Number(issue.minimum) })
        : t('ui.invalid.tooSmall', { minimum: Number(issue.minimum) });
    case 'too_big':
      return isText
        ? t('ui.invalid.tooLong', { count: Number(issue.maximum) })
        : t('ui.invalid.tooBig', { maximum: Number(issue.maximum) });
    case 'invalid_format':
      return t(formatProblems.get(issue.format) ?? 'ui.invalid.value');
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? t('ui.invalid.number') : t('ui.invalid.value');
    case 'custom':
      return t(customProblems.get(issue.params?.problem) ?? 'ui.invalid.value');
    default:
      return t('ui.invalid.value');
  }
}
