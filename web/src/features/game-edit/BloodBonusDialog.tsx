import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
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
  return (
    <>
      <DialogForm form={form} submitLabel={t('ui.form.save')} disabled={form.changed.length === 0} onSaved={onClose}>
        <BloodFields form={form} />
      </DialogForm>
      <ConflictDialog {...form.conflict} />
    </>
  );
}
