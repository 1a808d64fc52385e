import { useCallback } from 'react';
import { useStore } from '../store/create-store';
import type { LanguageTag } from './languages';
import type { BaseFeature, Feature, Translate } from './texts';
import { languageStore, translate } from './translate';

/**
 * The texts of the named features besides those of the frame, in the reader's language.
 * `const t = useText('team')`, then `t('team.invite.title', { name })`. A key of a feature not named does not compile.
 */
export function useText<F extends Feature = never>(..._features: F[]): Translate<F | BaseFeature> {
  const language = useLanguage();
  return useCallback((key, values) => translate(language, key, values), [language]);
}

/** The language that the page is in; renders again when it changes. */
export const useLanguage = (): LanguageTag => useStore(languageStore);
