import { Select, Textarea, TextInput } from '@mantine/core';
import { AdminTeamUpdateBody } from '@vexil/contract/team-admin';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { MergeDialog } from './MergeDialog';
import { type AdminTeam, type TeamChange, useDeleteTeam, useTeamsChanged, useUpdateTeam } from './team-admin.queries';

export type TeamTask = 'edit' | 'transfer' | 'merge' | 'delete';
type TaskProps = { team: AdminTeam; opened: boolean; onClose: () => void };

const dialogs: Record<TeamTask, (props: TaskProps) => ReactNode> = {
  edit: EditDialog,
  transfer: TransferDialog,
  merge: ({ team, ...dialog }) => <MergeDialog {...dialog} teams={[team]} />,
  delete: DeleteDialog,
};

/** What one does to one team; mount a new one for each task. */
export function TeamDialogs({ team, task, onClose }: { team: AdminTeam; task: TeamTask; onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const Dialog = dialogs[task];
  const close = () => {
    setOpened(false);
    // The dialog closes with grace before it goes.
    setTimeout(onClose, 250);
  };
  return <Dialog team={team} opened={opened} onClose={close} />;
}

const valuesOf = ({ name, bio }: AdminTeam) => ({ name: name ?? '', bio: bio ?? '' });
type Values = ReturnType<typeof valuesOf>;

// An empty text alone stays as it was.
const bodyOf = ({ bio, ...rest }: Partial<Values>): TeamChange => {
  if (bio === undefined) return rest;
  return bio.trim() === '' ? { ...rest, clear: ['bio'] } : { ...rest, bio };
};

function EditDialog({ team, opened, onClose }: TaskProps) {
  const t = useText('team-admin');
  const update = useUpdateTeam();
  const form = useVersionedForm<AdminTeam, Values, TeamChange>({
    stored: team,
    base: useMemo(() => valuesOf(team), [team]),
    valuesOf,
    labels: { name: t('team-admin.edit.name'), bio: t('team-admin.edit.bio') },
    bodyOf,
    schema: AdminTeamUpdateBody,
    send: (body, version) => update.mutateAsync({ id: team.id, body: { ...body, version } }),
    adopt: useTeamsChanged(),
  });
  return (
    <FormModal
      opened={opened}
      form={form}
      onClose={onClose}
      title={t('team-admin.edit.title', { name: team.name ?? '' })}
    >
      <DialogForm form={form} submitLabel={t('ui.form.save')} disabled={form.changed.length === 0} onSaved={onClose}>
        <TextInput {...form.text('name')} data-autofocus autoComplete="off" />
        <Textarea {...form.text('bio')} minRows={2} />
      </DialogForm>
      <ConflictDialog {...form.conflict} />
    </FormModal>
  );
}

function TransferDialog({ team, opened, onClose }: TaskProps) {
  const t = useText('team-admin');
  const update = useUpdateTeam();
  const others = team.members.filter(({ captain, id }) => !captain && id !== null);
  const [captainId, setCaptainId] = useState<string | null>(others[0]?.id ?? null);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team-admin.transfer.title', { name: team.name ?? '' })}
      confirmLabel={t('team-admin.transfer.confirm')}
      onConfirm={() => update.mutateAsync({ id: team.id, body: { captainId } })}
    >
      <p className="below-16 dimmed">{t('team-admin.transfer.text')}</p>
      <Select
        label={t('team-admin.transfer.to')}
        value={captainId}
        onChange={setCaptainId}
        data={others.map(({ id, userName }) => ({ value: id ?? '', label: userName ?? '' }))}
      />
    </ConfirmDialog>
  );
}

function DeleteDialog({ team, opened, onClose }: TaskProps) {
  const t = useText('team-admin');
  const remove = useDeleteTeam();
  const name = team.name ?? '';
  return (
    <TypedConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team-admin.delete.title', { name })}
      confirmLabel={t('team-admin.delete.action')}
      expected={name}
      fieldLabel={t('team-admin.delete.type', { name })}
      onConfirm={() => remove.mutateAsync(team.id)}
    >
      {t('team-admin.delete.text')}
    </TypedConfirmDialog>
  );
}
