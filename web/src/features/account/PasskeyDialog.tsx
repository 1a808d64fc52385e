import { TextInput } from '@mantine/core';
import { FactorName } from '@vexil/contract/factor';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { useFactorActions } from './factor.queries';
import { makePasskey } from './passkey';
import { RecoveryCodes } from './RecoveryCodes';

const Named = z.object({ name: FactorName });

/** Asks for a name, then has the browser make a passkey. */
export default function PasskeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('factor');
  const { confirmPasskey } = useFactorActions();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    base: { name: t('factor.passkey.name') },
    whole: true,
    schema: Named,
    save: async ({ name }) => {
      const credential = await makePasskey(t, await call(factorEndpoints.beginPasskey));
      const { recoveryCodes } = await confirmPasskey.mutateAsync({ name, credential });
      if (recoveryCodes) return setCodes(recoveryCodes);
      toastSuccess(t('factor.added'));
      onClose();
    },
  });
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      saving={form.saving}
      title={t(codes ? 'factor.codes.title' : 'factor.passkey.add')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <DialogForm form={form} submitLabel={t('factor.passkey.add')}>
          <p className="dimmed">{t('factor.passkey.lead')}</p>
          <TextInput label={t('factor.name.label')} maxLength={64} data-autofocus {...form.text('name')} />
        </DialogForm>
      )}
    </FormModal>
  );
}
