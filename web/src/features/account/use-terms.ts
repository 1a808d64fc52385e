import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { termsQuery } from './terms.queries';

/** Of a form that accepts the terms: the hash of the text that was ticked, or an empty text. */
export type TermsValues = { acceptedTerms: string; eligible: boolean };
export const noTerms: TermsValues = { acceptedTerms: '', eligible: false };

/** What a form asks for where terms are set: what it shows, checks and sends. */
export function useTerms() {
  const t = useText('account');
  const { data: terms } = useQuery(termsQuery());
  const hasTexts = `${terms?.terms}${terms?.privacy}`.trim() !== '';
  const hasQuestion = terms?.eligibility.trim() !== '';
  const missing = (isNeeded: boolean, isTicked: boolean) =>
    terms?.hash && isNeeded && !isTicked ? t('account.terms.missing') : null;
  return {
    terms,
    check: ({ acceptedTerms, eligible }: TermsValues) => ({
      acceptedTerms: missing(hasTexts, acceptedTerms === terms?.hash),
      eligible: missing(hasQuestion, eligible),
    }),
    /** Of the body; without terms it is as it ever was. */
    accepted: terms?.hash ? { acceptedTerms: terms.hash } : {},
  };
}
