import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconDoorExit, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Team } from '@vexil/contract/team';
import { type FormEvent, useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

type LeaveSectionProps = { team: Team; leads: boolean };

/** Shown for locked teams too: only the server knows whether a game still needs the team. */
export function LeaveSection({ team, leads }: LeaveSectionProps) {
  const t = useText('team');
  const navigate = useNavigate();
  const { leave, disband } = useTeamActions(team.id);
  const [asking, setAsking] = useState(false);
  const name = team.name ?? '';
  const words = leads ? 'team.disband' : 'team.leave';
  const part = async () => {
    const close = () => navigate({ to: '/teams', search: {}, replace: true, ignoreBlocker: true });
    await (leads ? disband(close) : leave(close));
    toastSuccess(t(`${words}.done`, { team: name }));
  };
  return (
    <section className={classes.parting}>
      <div>
        <h4 className={classes.heading}>{t(`${words}.title`, { team: name })}</h4>
        <p className={classes.hint}>{t(`${words}.hint`)}</p>
      </div>
      <Button
        variant="light"
        color="red"
        leftSection={
          leads ? (
            <IconTrash size={18} stroke={1.75} aria-hidden />
          ) : (
            <IconDoorExit size={18} stroke={1.75} aria-hidden />
          )
        }
        onClick={() => setAsking(true)}
      >
        {t(`${words}.action`)}
      </Button>
      {leads ? (
        <DisbandDialog name={name} opened={asking} onClose={() => setAsking(false)} onDisband={part} />
      ) : (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={t('team.leave.question', { team: name })}
          confirmLabel={t('team.leave.action')}
          danger
          onConfirm={part}
        >
          {t('team.leave.text')}
        </ConfirmDialog>
      )}
    </section>
  );
}

type DisbandDialogProps = { name: string; opened: boolean; onClose: () => void; onDisband: () => Promise<void> };

function DisbandDialog({ name, opened, onClose, onDisband }: DisbandDialogProps) {
  const t = useText('team');
  const describe = useDescribeError();
  const [typed, setTyped] = useState('');
  const disband = useMutation({ mutationFn: onDisband });
  const fits = typed.trim() === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits) disband.mutate();
  };
  return (
    <Modal
      opened={opened}
      onClose={() => !disband.isPending && onClose()}
      title={t('team.disband.question', { team: name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Text c="dimmed" mb="md">
          {t('team.disband.text')}
        </Text>
        <TextInput
          label={t('team.disband.typeName', { team: name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        {disband.isError && (
          <Alert color="red" mt="md" role="alert">
            {describe(disband.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={disband.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" loading={disband.isPending} disabled={!fits}>
            {t('team.disband.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
