import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { TeamCreateBody } from '@vexil/contract/team';
import { captainTeamsMax, teamBioLengthMax, teamNameLengthMax } from '@vexil/contract/team.limits';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { useCreateTeam } from './team.queries';

type CreateTeamDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Whether the account is captain of as many teams as allowed. */
  atLimit: boolean;
  onCreated: (teamId: number) => void;
};

export function CreateTeamDialog({ opened, onClose, atLimit, onCreated }: CreateTeamDialogProps) {
  const t = useText('team');
  const create = useCreateTeam();
  const form = useForm({
    base: { name: '', bio: '' },
    whole: true,
    bodyOf: (_, { name, bio }) => ({ name: name.trim(), bio: bio.trim() || null }),
    schema: TeamCreateBody,
    fieldOf: { 'account.nameReserved': 'name' },
    save: async (body) => {
      const team = await create.mutateAsync(body);
      form.discard();
      onCreated(team.id);
    },
  });
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <FormModal opened={opened} onClose={close} form={form} title={t('team.create.title')}>
      {atLimit ? (
        <div className="column gap-16">
          <Alert color="yellow" title={t('team.limit.title', { count: captainTeamsMax })}>
            {t('team.limit.text')}
          </Alert>
          <div className="row wrap end gap-16">
            <Button variant="default" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </div>
        </div>
      ) : (
        <DialogForm form={form} submitLabel={t('team.create.submit')}>
          <p className="dimmed">{t('team.create.lead', { count: captainTeamsMax })}</p>
          <TextInput
            label={t('team.field.name')}
            description={t('team.field.nameHint', { count: teamNameLengthMax })}
            autoComplete="off"
            data-autofocus
            {...form.text('name')}
          />
          <Textarea
            label={t('team.field.bio')}
            description={t('team.field.bioHint', { count: teamBioLengthMax })}
            minRows={2}
            {...form.text('bio')}
          />
        </DialogForm>
      )}
    </FormModal>
  );
}
