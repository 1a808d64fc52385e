import { Checkbox } from '@mantine/core';
import type { Terms } from '@vexil/contract/terms';
import { useText } from '../../i18n/use-text';
import { Fold } from '../../ui/Fold';
import { Markdown } from '../../ui/Markdown';
import { OwnFields } from '../../ui/OwnFields';
import type { Answers } from '../../ui/own-fields';
import type { TermsValues } from './use-terms';

type TermsFieldsProps = {
  terms: Terms | undefined;
  form: {
    values: TermsValues;
    errors: Partial<Record<string, string>>;
    set: {
      (name: 'acceptedTerms', value: string): void;
      (name: 'eligible', value: boolean): void;
      (name: 'fields', value: Answers): void;
    };
  };
};

/** Own fields, and the texts with what is ticked below them; nothing where none are set. */
export function TermsFields({ terms, form }: TermsFieldsProps) {
  const { values, errors, set } = form;
  return (
    <>
      <OwnFields
        fields={terms?.fields ?? []}
        values={values.fields}
        error={errors.fields}
        onChange={(fields) => set('fields', fields)}
      />
      {terms && <Texts terms={terms} form={form} />}
    </>
  );
}

function Texts({ terms, form: { values, errors, set } }: TermsFieldsProps & { terms: Terms }) {
  const t = useText('account');
  const { hash, eligibility } = terms;
  if (hash === null) return null;
  const texts = (['terms', 'privacy'] as const).filter((name) => terms[name].trim() !== '');
  return (
    <>
      {texts.map((name) => (
        <Fold key={name} title={t(`account.terms.${name}`)}>
          <Markdown source={terms[name]} />
        </Fold>
      ))}
      {texts.length > 0 && (
        <Checkbox
          label={t('account.terms.accept')}
          error={errors.acceptedTerms}
          // A text that changes meanwhile is to be ticked again.
          checked={values.acceptedTerms === hash}
          onChange={({ currentTarget }) => set('acceptedTerms', currentTarget.checked ? hash : '')}
        />
      )}
      {eligibility.trim() !== '' && (
        <Checkbox
          label={eligibility}
          error={errors.eligible}
          checked={values.eligible}
          onChange={({ currentTarget }) => set('eligible', currentTarget.checked)}
        />
      )}
    </>
  );
}
