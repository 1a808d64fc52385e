import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FailureAlert } from '../../ui/FailureAlert';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { toastSuccess } from '../../ui/toast';
import { gameQuery } from './game-edit.queries';
import { useInfoForm } from './info-form';
import { BloodFields } from './ScoringSection';

type BloodBonusProps = { gameId: number; onClose: () => void };

/** The bonus of the whole game, from the list of its challenges. */
export function BloodBonusDialog({ opened, ...props }: BloodBonusProps & { opened: boolean }) {
  const t = useText('challenge-edit');
  return (
    <FormModal opened={opened} onClose={props.onClose} size="lg" title={t('challenge-edit.menu.bonus')}>
      <BloodBonusForm {...props} />
    </FormModal>
  );
}

function BloodBonusForm({ gameId, onClose }: BloodBonusProps) {
  const t = useText('game-edit');
  const form = useInfoForm(useSuspenseQuery(gameQuery(gameId)).data);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.submit())) return;
    toastSuccess(t('game-edit.info.saved'));
    onClose();
  };
  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className="column gap-16">
          <FailureAlert>{form.failure}</FailureAlert>
          <BloodFields form={form} />
        </div>
        <div className="row wrap end gap-8 above-20">
          <CancelButton disabled={form.saving} />
          <Button type="submit" disabled={form.changed.length === 0} loading={form.saving}>
            {t('ui.form.save')}
          </Button>
        </div>
      </form>
      <ConflictDialog {...form.conflict} />
    </>
  );
}
