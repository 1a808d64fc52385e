import { useCallback, useLayoutEffect } from 'react';
import { useStore } from '../store/create-store';
import type { LanguageTag } from './languages';
import type { BaseFeature, Feature, Translate } from './texts';
import { languageStore, soloStore, translate } from './translate';

/**
 * The texts of the named features besides those of the frame, in the reader's language.
 * `const t = useText('team')`, then `t('team.invite.title', { name })`. A key of a feature not named does not compile.
 */
export function useText<F extends Feature = never>(..._features: F[]): Translate<F | BaseFeature> {
  const language = useLanguage();
  const solo = useStore(soloStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are others then
  return useCallback((key, values) => translate(language, key, values), [language, solo]);
}

/** The language that the page is in; renders again when it changes. */
export const useLanguage = (): LanguageTag => useStore(languageStore);

/** Whether the game of the page is joined alone. */
export const useIsSolo = (): boolean => useStore(soloStore);

/** On the pages of a game: without the word team where it is joined alone. */
export function useSoloWords(isSolo: boolean | undefined): void {
  useLayoutEffect(() => {
    soloStore.set(isSolo === true);
    return () => soloStore.set(false);
  }, [isSolo]);
}
