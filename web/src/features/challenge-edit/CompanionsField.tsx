import { Button, Input, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { byteUnit } from '../../ui/format-bytes';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm } from './challenge-form';
import type { CompanionDraft } from './container-options-form';

const empty: CompanionDraft = { name: '', image: '', environment: '', memoryMiB: 64, cpuCores: 0.1 };

export function CompanionsField({ form }: { form: ChallengeForm }) {
  const t = useText('challenge-edit');
  const { label, value: companions, error } = form.field('companions');
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <p className="below-8 dimmed text-12">{t('challenge-edit.options.companionsHelp')}</p>
      <div className={classes.stack}>
        {companions.map((companion, index) => (
          <Companion
            // biome-ignore lint/suspicious/noArrayIndexKey: companions have no other name, and their fields have no state
            key={index}
            number={index + 1}
            value={companion}
            onChange={(change) =>
              form.set(
                'companions',
                companions.map((one, at) => (at === index ? { ...one, ...change } : one)),
              )
            }
            onRemove={() =>
              form.set(
                'companions',
                companions.filter((_, at) => at !== index),
              )
            }
          />
        ))}
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconPlus />}
          onClick={() => form.set('companions', [...companions, empty])}
        >
          {t('challenge-edit.options.addCompanion')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}

type CompanionProps = {
  number: number;
  value: CompanionDraft;
  onChange: (change: Partial<CompanionDraft>) => void;
  onRemove: () => void;
};

function Companion({ number, value, onChange, onRemove }: CompanionProps) {
  const t = useText('challenge-edit');
  const name = t('challenge-edit.options.companion', { number });
  return (
    <section className={classes.test} aria-label={name}>
      <div className={classes.stack}>
        <div className={classes.pair}>
          <TextInput
            label={t('challenge-edit.options.companionName')}
            placeholder="database"
            value={value.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            {...codeField}
          />
          <TextInput
            label={t('challenge-edit.field.containerImage')}
            value={value.image}
            onChange={(event) => onChange({ image: event.currentTarget.value })}
            {...codeField}
          />
          <NumberInput
            label={t('challenge-edit.field.memoryLimit')}
            value={value.memoryMiB}
            onChange={(memoryMiB) => onChange({ memoryMiB })}
            suffix={` ${byteUnit('MiB')}`}
            min={6}
            step={32}
          />
          <NumberInput
            label={t('challenge-edit.field.cpuCount')}
            value={value.cpuCores}
            onChange={(cpuCores) => onChange({ cpuCores })}
            min={0.1}
            step={0.1}
            allowDecimal
            decimalScale={1}
          />
        </div>
        <Textarea
          label={t('challenge-edit.options.environment')}
          description={t('challenge-edit.options.environmentHelp')}
          value={value.environment}
          onChange={(event) => onChange({ environment: event.currentTarget.value })}
          classNames={{ input: 'mono' }}
          minRows={1}
          maxRows={8}
          spellCheck={false}
        />
        <Button className={classes.add} variant="default" leftSection={<IconTrash />} onClick={onRemove}>
          {t('challenge-edit.options.removeCompanion', { number })}
        </Button>
      </div>
    </section>
  );
}
