import { TextInput } from '@mantine/core';
import { type Factor, FactorName } from '@vexil/contract/factor';
import { z } from 'zod';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { useFactorActions } from './factor.queries';

const Named = z.object({ name: FactorName });

export default function FactorNameDialog(props: { opened: boolean; onClose: () => void; factor: Factor }) {
  const { opened, onClose, factor } = props;
  const t = useText('factor');
  const { rename } = useFactorActions();
  const form = useForm({
    base: { name: factor.name },
    whole: true,
    schema: Named,
    save: ({ name }) => rename.mutateAsync({ factorId: factor.id, name }),
  });
  return (
    <FormModal opened={opened} onClose={onClose} saving={form.saving} title={t('factor.name.title')}>
      <DialogForm form={form} submitLabel={t('factor.name.save')} onSaved={onClose}>
        <TextInput label={t('factor.name.label')} maxLength={64} data-autofocus {...form.text('name')} />
      </DialogForm>
    </FormModal>
  );
}
