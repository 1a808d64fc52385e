import { Input, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import type { ChallengeType } from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { byteUnit } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import { CompanionsField } from './CompanionsField';
import { ContainerPortsField } from './ContainerPortsField';
import type { ChallengeForm, ChallengeValues } from './challenge-form';

type Choice = 'mainKind' | 'entry' | 'readyKind' | 'flagDelivery' | 'sharing';
type ChoiceFieldProps<Name extends Choice> = {
  form: ChallengeForm;
  name: Name;
  words: Record<ChallengeValues[Name], string>;
  help?: string;
};

function ChoiceField<Name extends Choice>({ form, name, words, help }: ChoiceFieldProps<Name>) {
  const { label, error } = form.field(name);
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <SegmentedControl
        aria-label={label}
        fullWidth
        classNames={{ label: classes.choice }}
        value={form.values[name]}
        onChange={(value) => form.set(name, value as ChallengeValues[Name])}
        data={Object.entries<string>(words).map(([value, text]) => ({ value, label: text }))}
      />
      {help && <p className={classes.modeHelp}>{help}</p>}
    </Input.Wrapper>
  );
}

type ContainerOptionsSectionProps = { form: ChallengeForm; type: ChallengeType; id: string; title: string };

/** Write access, capture, ports, companions, readiness, the flag and its rotation, the runtime, and what is started ahead. */
export function ContainerOptionsSection({ form, type, id, title }: ContainerOptionsSectionProps) {
  const t = useText('challenge-edit');
  const { values } = form;
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <div className={classes.wide}>
          <Switch {...form.toggle('readOnlyRoot')} description={t('challenge-edit.help.readOnlyRoot')} />
          {form.values.readOnlyRoot && (
            <NumberInput
              {...form.field('tmpfsSize')}
              description={t('challenge-edit.help.tmpfsSize')}
              suffix={` ${byteUnit('MiB')}`}
              min={1}
              step={16}
            />
          )}
        </div>
        <Switch {...form.toggle('enableTrafficCapture')} description={t('challenge-edit.help.capture')} />
        <div className={classes.pair}>
          <ChoiceField form={form} name="mainKind" words={{ tcp: 'TCP', http: 'HTTP' }} />
          <ChoiceField
            form={form}
            name="entry"
            words={{ port: t('challenge-edit.options.entryPort'), name: t('challenge-edit.options.entryName') }}
            help={t('challenge-edit.options.entryHelp')}
          />
        </div>
        <ContainerPortsField form={form} />
        <CompanionsField form={form} />
        <ChoiceField
          form={form}
          name="readyKind"
          words={{ tcp: t('challenge-edit.options.readyTcp'), http: t('challenge-edit.options.readyHttp') }}
        />
        <div className={classes.pair}>
          {values.readyKind === 'http' && <TextInput {...form.text('readyPath')} {...codeField} />}
          <NumberInput
            {...form.field('readySeconds')}
            description={t('challenge-edit.options.readyHelp')}
            suffix={` ${t('ui.unit.seconds')}`}
            min={1}
            max={600}
          />
        </div>
        {type === 'DynamicContainer' && (
          <>
            <ChoiceField
              form={form}
              name="flagDelivery"
              words={{
                environment: t('challenge-edit.options.flagVariable'),
                file: t('challenge-edit.options.flagFile'),
              }}
              help={t('challenge-edit.options.flagHelp')}
            />
            {values.flagDelivery === 'file' && <TextInput {...form.text('flagPath')} {...codeField} />}
          </>
        )}
        {(type === 'DynamicContainer' || values.rotateFlag) && (
          <Switch {...form.toggle('rotateFlag')} description={t('challenge-edit.options.rotateHelp')} />
        )}
        <TextInput
          {...form.text('runtime')}
          description={t('challenge-edit.options.runtimeHelp')}
          className={classes.half}
          {...codeField}
        />
        {(type === 'StaticContainer' || values.sharing !== 'none') && (
          <ChoiceField
            form={form}
            name="sharing"
            words={{
              none: t('challenge-edit.options.sharingNone'),
              onDemand: t('challenge-edit.options.sharingOnDemand'),
              kept: t('challenge-edit.options.sharingKept'),
            }}
            help={t('challenge-edit.options.sharingHelp')}
          />
        )}
        <NumberInput
          {...form.field('warmCount')}
          description={t('challenge-edit.options.warmHelp')}
          className={classes.half}
          min={0}
          max={50}
        />
      </div>
    </Panel>
  );
}
