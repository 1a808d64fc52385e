import type { z } from 'zod';
import type { BaseFeature, Translate } from '../i18n/texts';

type Issue = z.core.$ZodIssue;

/** What a reader should do about one finding of a schema. */
export function describeIssue(issue: Issue, value: unknown, t: Translate<BaseFeature>): string {
  if (value === '' || value === null || value === undefined) return t('ui.invalid.required');
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? t('ui.invalid.tooShort', { count: Number(issue.minimum) })
        : t('ui.invalid.tooSmall', { minimum: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? t('ui.invalid.tooLong', { count: Number(issue.maximum) })
        : t('ui.invalid.tooBig', { maximum: Number(issue.maximum) });
    case 'invalid_format':
      if (issue.format === 'email') return t('ui.invalid.email');
      return issue.format === 'url' ? t('ui.invalid.url') : t('ui.invalid.value');
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? t('ui.invalid.number') : t('ui.invalid.value');
    case 'custom':
      if (issue.params?.problem === 'field.blank') return t('ui.invalid.required');
      return issue.params?.problem === 'field.invisible' ? t('ui.invalid.invisible') : t('ui.invalid.value');
    default:
      return t('ui.invalid.value');
  }
}
