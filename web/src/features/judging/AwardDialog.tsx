import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { AwardBody } from '@vexil/contract/award';
import { awardLabelLengthMax, awardPointsMax, awardReasonLengthMax } from '@vexil/contract/award.limits';
import { signedPoints } from '@vexil/rules/award.rules';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { type AwardedTeam, type NewAward, useGiveAward } from './judging.queries';

type Values = { teamId: string; points: number | string; reason: string; label: string };

const empty: Values = { teamId: '', points: '', reason: '', label: '' };

type AwardDialogProps = { gameId: number; teams: AwardedTeam[]; opened: boolean; onClose: () => void };

/** Mount a new one each time. */
export function AwardDialog({ gameId, teams, opened, onClose }: AwardDialogProps) {
  const t = useText('judging');
  const give = useGiveAward(gameId);
  const form = useForm({
    base: empty,
    whole: true,
    bodyOf: (_, { teamId, points, reason, label }): NewAward => ({
      teamId: Number(teamId),
      points: Number(points),
      reason: reason.trim(),
      label: label.trim() || null,
    }),
    schema: AwardBody,
    check: ({ teamId, points }) => ({
      teamId: teamId === '' ? t('judging.noTeam') : null,
      points: points === '' ? t('judging.noPoints') : null,
    }),
    fieldOf: { 'award.teamNotAccepted': 'teamId' },
    save: async (body) => {
      const { points, teamName } = await give.mutateAsync(body);
      toastSuccess(t('judging.given', { points: signedPoints(points), team: teamName }));
      onClose();
    },
  });
  return (
    <FormModal opened={opened} form={form} onClose={onClose} title={t('judging.give')}>
      <DialogForm form={form} submitLabel={t('judging.submit')}>
        <Select
          label={t('judging.team')}
          data={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          limit={50}
          nothingFoundMessage={t('judging.noSuchTeam')}
          data-autofocus
          value={form.values.teamId || null}
          onChange={(teamId) => form.set('teamId', teamId ?? '')}
          error={form.errors.teamId}
        />
        <NumberInput
          label={t('judging.points')}
          description={t('judging.pointsHelp')}
          min={-awardPointsMax}
          max={awardPointsMax}
          {...form.field('points')}
        />
        <Textarea
          label={t('judging.reason')}
          description={t('judging.reasonHelp')}
          minRows={2}
          maxLength={awardReasonLengthMax}
          {...form.text('reason')}
        />
        <TextInput
          label={t('judging.label')}
          description={t('judging.labelHelp')}
          maxLength={awardLabelLengthMax}
          {...form.text('label')}
        />
      </DialogForm>
    </FormModal>
  );
}
