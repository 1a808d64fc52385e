import { ActionIcon, Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import type { Division } from '@vexil/contract/division';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { type DivisionKind, divisionKinds } from '@vexil/db/enums/division';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FailureAlert } from '../../ui/FailureAlert';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { MarkdownField } from '../../ui/MarkdownField';
import { randomCode } from '../../ui/random-code';
import classes from './Divisions.module.css';
import { useDivisionForm } from './division-form';
import { PermissionBoxes } from './PermissionBoxes';
import { teamPermissions } from './permission-conflicts';

type DivisionDrawerProps = {
  gameId: number;
  edited: Division | 'new' | undefined;
  onClose: () => void;
};

export function DivisionDrawer({ gameId, edited, onClose }: DivisionDrawerProps) {
  const t = useText('division');
  return (
    <FormModal
      aside
      opened={edited !== undefined}
      onClose={onClose}
      size="lg"
      title={edited === 'new' ? t('division.drawer.new') : edited?.name}
    >
      {edited !== undefined && (
        <DivisionForm gameId={gameId} division={edited === 'new' ? undefined : edited} onDone={onClose} />
      )}
    </FormModal>
  );
}

type DivisionFormProps = {
  gameId: number;
  division: Division | undefined;
  onDone: () => void;
};

function DivisionForm({ gameId, division, onDone }: DivisionFormProps) {
  const t = useText('division');
  const form = useDivisionForm(gameId, division);
  const changed = form.changed.length > 0;
  const submit = async () => {
    if (!changed) return onDone();
    if (await form.submit()) onDone();
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FailureAlert>{form.failure}</FailureAlert>
      <TextInput {...form.text('name')} data-autofocus />
      <TextInput
        {...form.text('inviteCode')}
        description={t('division.help.inviteCode')}
        classNames={{ input: 'mono' }}
        autoComplete="off"
        rightSection={
          <ActionIcon
            data-hint={t('division.help.dice')}
            aria-label={t('division.help.dice')}
            onClick={() => form.set('inviteCode', randomCode())}
          >
            <IconDice5 />
          </ActionIcon>
        }
      />
      <PlaySection form={form} />
      <PermissionBoxes
        title={t('division.group.team')}
        permissions={teamPermissions}
        mask={form.values.defaultPermissions}
        onChange={(mask) => form.set('defaultPermissions', mask)}
      />
      <div className={classes.actions} data-floor>
        <CancelButton disabled={form.saving} />
        <Button type="submit" loading={form.saving} disabled={!changed}>
          {t(division ? 'ui.form.save' : 'division.drawer.create')}
        </Button>
      </div>
      <LeaveGuard active={changed} saving={form.saving} />
      <ConflictDialog {...form.conflict} />
    </form>
  );
}

/** Who plays, by which rule, and on which board. */
function PlaySection({ form }: { form: ReturnType<typeof useDivisionForm> }) {
  const t = useText('division');
  const none = '-';
  return (
    <>
      <Select
        {...form.field('kind')}
        description={t('division.help.kind')}
        value={form.values.kind ?? none}
        onChange={(kind) => form.set('kind', kind === none ? null : (kind as DivisionKind))}
        data={[
          { value: none, label: t('division.field.noKind') },
          ...divisionKinds.map((kind) => ({ value: kind, label: t(`ui.kind.${kind}`) })),
        ]}
      />
      <MarkdownField {...form.field('ruleText')} help={t('division.help.ruleText')} minRows={3} maxRows={10} />
      <Switch {...form.toggle('scoresAlone')} description={t('division.help.scoresAlone')} />
      {(form.errors.reason || form.values.reason !== '') && (
        <Textarea {...form.text('reason')} description={t('division.help.reason')} maxLength={reasonLengthMax} />
      )}
    </>
  );
}
