import { Checkbox, Select, Textarea } from '@mantine/core';
import { RejudgingBody } from '@vexil/contract/rejudging';
import { rejudgingReasonLengthMax } from '@vexil/contract/rejudging.limits';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { MomentField } from '../../ui/MomentField';
import { useForm } from '../../ui/use-form';
import type { AwardedTeam } from './judging.queries';
import { type NewRejudging, type Rejudging, type Titled, useMakeDraft } from './rejudging.queries';

type Values = {
  reason: string;
  challengeId: string;
  teamId: string;
  from: number | null;
  to: number | null;
  takeBack: boolean;
};

type RejudgeDialogProps = {
  gameId: number;
  teams: AwardedTeam[];
  challenges: Titled[];
  /** Chosen at first. */
  challengeId?: number | undefined;
  opened: boolean;
  onClose: () => void;
  onMade: (draft: Rejudging) => void;
};

/** Mount a new one each time. */
export function RejudgeDialog(props: RejudgeDialogProps) {
  const { gameId, teams, challenges, challengeId, opened, onClose, onMade } = props;
  const t = useText('judging');
  const make = useMakeDraft(gameId);
  const base: Values = {
    reason: '',
    challengeId: challengeId === undefined ? '' : String(challengeId),
    ...{ teamId: '', from: null, to: null, takeBack: false },
  };
  const form = useForm({
    base,
    whole: true,
    bodyOf: (_, { reason, challengeId, teamId, from, to, takeBack }): NewRejudging => ({
      reason: reason.trim(),
      challengeId: challengeId === '' ? null : Number(challengeId),
      teamId: teamId === '' ? null : Number(teamId),
      from,
      to,
      takeBack,
    }),
    schema: RejudgingBody,
    save: async (body) => {
      onMade(await make.mutateAsync(body));
    },
  });
  const options = (all: readonly { id: number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormModal opened={opened} form={form} onClose={onClose} title={t('judging.rejudge.make')}>
      <DialogForm form={form} submitLabel={t('judging.rejudge.compute')}>
        <p className="dimmed">{t('judging.rejudge.help')}</p>
        <Textarea
          label={t('judging.reason')}
          description={t('judging.rejudge.reasonHelp')}
          minRows={2}
          maxLength={rejudgingReasonLengthMax}
          data-autofocus
          {...form.text('reason')}
        />
        <Select
          label={t('judging.rejudge.challenge')}
          placeholder={t('judging.rejudge.all')}
          data={options(challenges.map(({ id, title }) => ({ id, name: title })))}
          searchable
          clearable
          value={form.values.challengeId || null}
          onChange={(value) => form.set('challengeId', value ?? '')}
          error={form.errors.challengeId}
        />
        <Select
          label={t('judging.team')}
          placeholder={t('judging.rejudge.all')}
          data={options(teams)}
          searchable
          clearable
          limit={50}
          nothingFoundMessage={t('judging.noSuchTeam')}
          value={form.values.teamId || null}
          onChange={(value) => form.set('teamId', value ?? '')}
          error={form.errors.teamId}
        />
        <MomentField
          label={t('judging.rejudge.from')}
          value={form.values.from}
          onChange={(value) => form.set('from', value)}
          error={form.errors.from}
        />
        <MomentField
          label={t('judging.rejudge.to')}
          value={form.values.to}
          onChange={(value) => form.set('to', value)}
          error={form.errors.to}
        />
        <Checkbox
          label={t('judging.rejudge.takeBack')}
          description={t('judging.rejudge.takeBackHelp')}
          checked={form.values.takeBack}
          onChange={({ currentTarget }) => form.set('takeBack', currentTarget.checked)}
        />
      </DialogForm>
    </FormModal>
  );
}
