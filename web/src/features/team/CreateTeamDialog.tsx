import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { TeamCreateBody } from '@vexil/contract/team';
import { captainTeamsMax, teamBioLengthMax, teamNameLengthMax } from '@vexil/contract/team.limits';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';
import { useCreateTeam } from './team.queries';

type CreateTeamDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Whether the account is captain of as many teams as allowed. */
  atLimit: boolean;
  onCreated: (teamId: number) => void;
};

const toBody = ({ name, bio }: { name: string; bio: string }) => ({ name: name.trim(), bio: bio.trim() || null });

/** Keeps its input when it is closed and opened again. */
export function CreateTeamDialog({ opened, onClose, atLimit, onCreated }: CreateTeamDialogProps) {
  const t = useText('team');
  const form = useSchemaForm(TeamCreateBody, { initialValues: { name: '', bio: '' }, prepare: toBody });
  const { failure, show, clear } = useFormFailure(form, { 'account.nameReserved': 'name' });
  const create = useCreateTeam();
  const submit = form.onSubmit((values) => {
    clear();
    create.mutate(toBody(values), {
      onSuccess: (team) => {
        form.reset();
        toastSuccess(t('team.create.done', { team: team.name ?? '' }));
        onCreated(team.id);
      },
      onError: show,
    });
  });
  return (
    <Modal
      opened={opened}
      onClose={() => !create.isPending && onClose()}
      title={t('team.create.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {atLimit ? (
        <Stack gap="md">
          <Alert color="yellow" title={t('team.limit.title', { count: captainTeamsMax })}>
            {t('team.limit.text')}
          </Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text c="dimmed">{t('team.create.lead', { count: captainTeamsMax })}</Text>
            {failure && (
              <Alert color="red" role="alert">
                {failure}
              </Alert>
            )}
            <TextInput
              label={t('team.field.name')}
              description={t('team.field.nameHint', { count: teamNameLengthMax })}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Textarea
              label={t('team.field.bio')}
              description={t('team.field.bioHint', { count: teamBioLengthMax })}
              minRows={2}
              {...form.getInputProps('bio')}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose} disabled={create.isPending}>
                {t('ui.cancel')}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t('team.create.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
