import { Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EvidenceLine } from '@vexil/contract/evidence';
import { caseTextLengthMax } from '@vexil/contract/evidence.limits';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { type CaseState, caseStates } from '@vexil/db/enums/evidence';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { MomentField } from '../../ui/MomentField';
import { useForm } from '../../ui/use-form';
import { divisionsQuery, useAsk, useDecide } from './evidence.queries';

const dayMs = 86_400_000;

type DialogProps = { gameId: number; caseId: number; onClose: () => void };

export function AskDialog({ gameId, caseId, lines, onClose }: DialogProps & { lines: readonly EvidenceLine[] }) {
  const t = useText('evidence');
  const ask = useAsk(gameId, caseId);
  const solved = lines.filter(({ solvedAt }) => solvedAt !== null);
  const form = useForm({
    base: {
      challengeId: String(solved[0]?.challengeId ?? ''),
      text: t('evidence.ask.text'),
      dueAt: (Math.floor(Date.now() / 60_000) * 60_000 + dayMs) as number | null,
    },
    whole: true,
    check: ({ challengeId, text, dueAt }) => ({
      challengeId: challengeId === '' ? t('evidence.ask.noChallenge') : null,
      text: text.trim() === '' ? t('evidence.blank') : null,
      dueAt: dueAt === null || Number.isNaN(dueAt) || dueAt <= Date.now() ? t('evidence.ask.past') : null,
    }),
    save: async (_, { challengeId, text, dueAt }) => {
      await ask.mutateAsync({ challengeId: Number(challengeId), text: text.trim(), dueAt: dueAt ?? 0 });
      onClose();
    },
  });
  return (
    <FormModal opened onClose={onClose} saving={form.saving} title={t('evidence.ask.title')}>
      <DialogForm form={form} submitLabel={t('evidence.ask.send')}>
        <p className="dimmed">{t('evidence.ask.lead')}</p>
        <Select
          label={t('evidence.ask.challenge')}
          searchable
          data={(solved.length > 0 ? solved : lines).map(({ challengeId, challenge }) => ({
            value: String(challengeId),
            label: challenge,
          }))}
          value={form.values.challengeId}
          error={form.errors.challengeId}
          onChange={(value) => form.set('challengeId', value ?? '')}
        />
        <Textarea
          label={t('evidence.ask.question')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={caseTextLengthMax}
          {...form.text('text')}
        />
        <MomentField
          label={t('evidence.ask.dueAt')}
          value={form.values.dueAt}
          error={form.errors.dueAt}
          onChange={(value) => form.set('dueAt', value)}
        />
      </DialogForm>
    </FormModal>
  );
}

/** What can be decided about a case that stands so. */
const choicesOf = (state: CaseState) => caseStates.filter((one) => one !== state || one === 'Moved');

export function DecideDialog({ gameId, caseId, state, onClose }: DialogProps & { state: CaseState }) {
  const t = useText('evidence');
  const decide = useDecide(gameId, caseId);
  const { data: divisions = [] } = useQuery(divisionsQuery(gameId));
  const form = useForm({
    base: { state: '', divisionId: '', reason: '' },
    whole: true,
    check: (values) => ({
      state: values.state === '' ? t('evidence.decide.choose') : null,
      divisionId: values.state === 'Moved' && values.divisionId === '' ? t('evidence.decide.noDivision') : null,
      reason: values.reason.trim() === '' ? t('evidence.blank') : null,
    }),
    save: async (_, { state: chosen, divisionId, reason }) => {
      const moved = chosen === 'Moved' ? { divisionId: Number(divisionId) } : {};
      await decide.mutateAsync({ state: chosen as CaseState, ...moved, reason: reason.trim() });
      onClose();
    },
  });
  return (
    <FormModal
      opened
      unsaved={form.changed.length > 0}
      onClose={onClose}
      saving={form.saving}
      title={t('evidence.decide.title')}
    >
      <DialogForm form={form} submitLabel={t('evidence.decide.submit')}>
        <Select
          label={t('evidence.decide.what')}
          description={form.values.state === '' ? undefined : t(`evidence.effect.${form.values.state as CaseState}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choicesOf(state).map((value) => ({ value, label: t(`evidence.choice.${value}`) }))}
          value={form.values.state || null}
          error={form.errors.state}
          onChange={(value) => form.set('state', value ?? '')}
        />
        {form.values.state === 'Moved' && (
          <Select
            label={t('evidence.decide.division')}
            data={divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={form.values.divisionId || null}
            error={form.errors.divisionId}
            onChange={(value) => form.set('divisionId', value ?? '')}
          />
        )}
        <Textarea
          label={t('evidence.decide.reason')}
          description={t('evidence.decide.reasonHelp')}
          autosize
          minRows={2}
          maxLength={reasonLengthMax}
          {...form.text('reason')}
        />
      </DialogForm>
    </FormModal>
  );
}
