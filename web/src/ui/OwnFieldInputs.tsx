import { Select, TextInput } from '@mantine/core';
import { fieldValueLengthMax } from '@vexil/contract/own-field.limits';
import type { OwnField } from '@vexil/db/enums/own-field';
import { useText } from '../i18n/use-text';
import { type Answers, findRefusal } from './own-fields';

export type OwnFieldInputsProps = {
  fields: readonly OwnField[];
  values: Answers;
  /** About the first answer that is refused. */
  error: string | undefined;
  onChange: (values: Answers) => void;
};

const searchedFrom = 10;

export default function OwnFieldInputs({ fields, values, error, onChange }: OwnFieldInputsProps) {
  const refused = error === undefined ? undefined : (findRefusal(fields, values)?.id ?? fields[0]?.id);
  return fields.map((field) => (
    <OwnFieldInput
      key={field.id}
      field={field}
      value={values[field.id] ?? null}
      error={field.id === refused ? error : undefined}
      onChange={(value) => onChange({ ...values, [field.id]: value })}
    />
  ));
}

type OwnFieldInputProps = {
  field: OwnField;
  value: string | boolean | null;
  error: string | undefined;
  onChange: (value: string | boolean | null) => void;
};

function OwnFieldInput({ field, value, error, onChange }: OwnFieldInputProps) {
  const t = useText('own-field');
  const { name, kind, choices, required, visibility } = field;
  const common = { label: name, description: t(`own-field.seenBy.${visibility}`), withAsterisk: required, error };
  const text = typeof value === 'string' ? value : '';
  if (kind === 'Text') {
    return (
      <TextInput
        {...common}
        value={text}
        maxLength={fieldValueLengthMax}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const select = { ...common, placeholder: t('own-field.choose'), clearable: !required, allowDeselect: !required };
  if (kind === 'YesNo') {
    return (
      <Select
        {...select}
        data={(['yes', 'no'] as const).map((answer) => ({ value: answer, label: t(`own-field.${answer}`) }))}
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
        onChange={(answer) => onChange(answer && answer === 'yes')}
      />
    );
  }
  return (
    <Select
      {...select}
      searchable={choices.length >= searchedFrom}
      // One that was removed stays until another is chosen.
      data={text === '' || choices.includes(text) ? choices : [...choices, text]}
      value={text || null}
      onChange={onChange}
    />
  );
}
