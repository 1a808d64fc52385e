import { ActionIcon, Button, Checkbox, Input, Select, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { fieldChoicesMax, fieldNameLengthMax, ownFieldsMax } from '@vexil/contract/own-field.limits';
import {
  type FieldKind,
  type FieldVisibility,
  fieldKinds,
  fieldVisibilities,
  type OwnField,
} from '@vexil/db/enums/own-field';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import classes from './OwnFieldsEditor.module.css';
import { randomCode } from './random-code';

type OwnFieldsEditorProps = {
  value: readonly OwnField[];
  /** Their answers were given to staff, or to everyone. */
  stored: readonly OwnField[];
  error?: string | undefined;
  onChange: (fields: OwnField[]) => void;
};

// Never that of a field that is gone: answers of before would be answers to it.
const newField = (): OwnField => ({
  id: randomCode(12),
  ...{ name: '', kind: 'Text', choices: [], required: false, visibility: 'Staff' },
});

export function OwnFieldsEditor({ value: fields, stored, error, onChange }: OwnFieldsEditorProps) {
  const t = useText('own-field');
  const move = (index: number, to: number) =>
    onChange(fields.toSpliced(index, 1).toSpliced(to, 0, ...fields.slice(index, index + 1)));
  return (
    <Input.Wrapper error={error} labelElement="div" className="grid gap-12">
      <p className="dimmed text-13">{t('own-field.help')}</p>
      {fields.length > 0 && (
        <ol className={classes.list}>
          {fields.map((field, index) => (
            <li key={field.id} className={classes.field}>
              <FieldRow
                field={field}
                number={index + 1}
                wasPrivate={stored.some(({ id, visibility }) => id === field.id && visibility === 'Staff')}
                onChange={(change) => onChange(fields.with(index, { ...field, ...change }))}
              />
              <span className="row">
                <Tool label={t('own-field.up')} disabled={index === 0} onClick={() => move(index, index - 1)}>
                  <IconArrowUp />
                </Tool>
                <Tool
                  label={t('own-field.down')}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown />
                </Tool>
                <Tool label={t('own-field.remove')} onClick={() => onChange(fields.toSpliced(index, 1))}>
                  <IconTrash />
                </Tool>
              </span>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus />}
          disabled={fields.length >= ownFieldsMax}
          onClick={() => onChange([...fields, newField()])}
        >
          {t('own-field.add')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}

type ToolProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

const Tool = ({ label, disabled = false, onClick, children }: ToolProps) => (
  <ActionIcon data-hint={disabled ? undefined : label} aria-label={label} disabled={disabled} onClick={onClick}>
    {children}
  </ActionIcon>
);

type FieldRowProps = {
  field: OwnField;
  number: number;
  wasPrivate: boolean;
  onChange: (change: Partial<OwnField>) => void;
};

function FieldRow({
  field: { name, kind, choices, required, visibility },
  number,
  wasPrivate,
  onChange,
}: FieldRowProps) {
  const t = useText('own-field');
  return (
    <div className={classes.inputs}>
      <TextInput
        label={t('own-field.name', { number })}
        value={name}
        maxLength={fieldNameLengthMax}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Select
        label={t('own-field.kind.label')}
        data={fieldKinds.map((one) => ({ value: one, label: t(`own-field.kind.${one}`) }))}
        value={kind}
        onChange={(one) => one && onChange({ kind: one as FieldKind })}
      />
      <Select
        label={t('own-field.visibility')}
        data={fieldVisibilities.map((one) => ({
          value: one,
          label: t(`own-field.seenBy.${one}`),
          disabled: one === 'Public' && wasPrivate,
        }))}
        value={visibility}
        onChange={(one) => one && onChange({ visibility: one as FieldVisibility })}
      />
      {kind === 'Choice' && (
        <TagsInput
          className={classes.wide}
          label={t('own-field.choices')}
          description={t('own-field.choicesHelp')}
          acceptValueOnBlur
          maxTags={fieldChoicesMax}
          value={choices}
          onChange={(next) => onChange({ choices: next })}
        />
      )}
      <Checkbox
        className={classes.wide}
        label={t('own-field.required')}
        checked={required}
        onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
      />
    </div>
  );
}
