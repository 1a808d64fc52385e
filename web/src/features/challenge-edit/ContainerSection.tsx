import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { type NetworkMode, networkModes } from '@vexil/db/enums/container';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { byteUnit } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm } from './challenge-form';
import { ImagePulls } from './ImagePulls';
import { TestInstance } from './TestInstance';

type ContainerSectionProps = {
  gameId: number;
  challenge: ChallengeEdit;
  form: ChallengeForm;
  id: string;
  title: string;
};

export function ContainerSection({ gameId, challenge, form, id, title }: ContainerSectionProps) {
  const t = useText('challenge-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <div className={classes.wide}>
          <TextInput
            {...form.text('containerImage')}
            description={t('challenge-edit.help.containerImage')}
            {...codeField}
            placeholder="registry.example.org/team/challenge:1"
          />
          <NumberInput
            {...form.field('exposePort')}
            description={t('challenge-edit.help.exposePort')}
            min={1}
            max={65_535}
            hideControls
          />
        </div>
        <div className={classes.limits}>
          <NumberInput
            {...form.field('memoryLimit')}
            description={t('challenge-edit.help.memoryLimit')}
            suffix={` ${byteUnit('MiB')}`}
            min={32}
            step={32}
          />
          <NumberInput
            {...form.field('cpuCount')}
            description={t('challenge-edit.help.cpuCount')}
            min={0.1}
            step={0.1}
            allowDecimal
            decimalScale={1}
          />
          <NumberInput
            {...form.field('storageLimit')}
            description={t('challenge-edit.help.storageLimit')}
            suffix={` ${byteUnit('MiB')}`}
            min={0}
            step={64}
          />
        </div>
        <Input.Wrapper label={t('challenge-edit.field.networkMode')} error={form.errors.networkMode} labelElement="div">
          <SegmentedControl
            aria-label={t('challenge-edit.field.networkMode')}
            fullWidth
            value={form.values.networkMode}
            onChange={(mode) => form.set('networkMode', mode as NetworkMode)}
            data={networkModes.map((mode) => ({ value: mode, label: t(`challenge-edit.network.${mode}`) }))}
          />
          <p className={classes.modeHelp}>{t(`challenge-edit.networkHelp.${form.values.networkMode}`)}</p>
        </Input.Wrapper>
        <ImagePulls gameId={gameId} challenge={challenge} />
        <TestInstance gameId={gameId} challenge={challenge} form={form} />
      </div>
    </Panel>
  );
}
