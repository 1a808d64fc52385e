import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n';
import type { LanguageTag } from './languages';
import type { BaseFeature, Feature, Translate } from './texts';

/**
 * The texts of the named features besides those of the frame, in the reader's language; suspends until they are there.
 * `const t = useText('team')`, then `t('team.invite.title', { name })`. A key of a feature not named does not compile.
 */
export function useText<F extends Feature = never>(...features: F[]): Translate<F | BaseFeature> {
  const { t } = useTranslation(['ui', 'shell', 'errors', ...features]);
  return useCallback((key, values) => (t as (key: string, values?: object) => string)(key, values), [t]);
}

/** The language that the page is in; renders again when it changes. */
export function useLanguage(): LanguageTag {
  useTranslation('ui');
  return currentLanguage();
}
