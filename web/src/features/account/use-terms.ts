import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { type Answers, answersTo, fieldsProblem } from '../../ui/own-fields';
import { termsQuery } from './terms.queries';

/** Of a form that accepts the terms: the hash of the text that was ticked, or an empty text; and answers to own fields. */
export type TermsValues = { acceptedTerms: string; eligible: boolean; fields: Answers };
export const noTerms: TermsValues = { acceptedTerms: '', eligible: false, fields: {} };

/** What a form asks for where terms or own fields are set: what it shows, checks and sends. */
export function useTerms() {
  const t = useText('account');
  const { data: terms } = useQuery(termsQuery());
  const asked = terms?.fields ?? [];
  const hasTexts = `${terms?.terms}${terms?.privacy}`.trim() !== '';
  const hasQuestion = terms?.eligibility.trim() !== '';
  const missing = (isNeeded: boolean, isTicked: boolean) =>
    terms?.hash && isNeeded && !isTicked ? t('account.terms.missing') : null;
  return {
    terms,
    check: ({ acceptedTerms, eligible, fields }: TermsValues) => ({
      acceptedTerms: missing(hasTexts, acceptedTerms === terms?.hash),
      eligible: missing(hasQuestion, eligible),
      fields: fieldsProblem(asked, fields, t),
    }),
    /** Of the body; without terms and fields it is as it ever was. */
    accepted: ({ fields }: TermsValues) => ({
      ...(terms?.hash && { acceptedTerms: terms.hash }),
      ...(asked.length > 0 && { fields: answersTo(asked, fields) }),
    }),
  };
}
