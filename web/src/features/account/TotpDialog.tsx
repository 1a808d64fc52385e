import { TextInput } from '@mantine/core';
import { TotpBody } from '@vexil/contract/factor';
import type { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import type { ReplyOf } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import classes from './Factors.module.css';
import { useFactorActions } from './factor.queries';
import { RecoveryCodes } from './RecoveryCodes';

type Props = { opened: boolean; onClose: () => void; setup: ReplyOf<typeof factorEndpoints.beginTotp> };

const Named = TotpBody.omit({ setup: true });

/** Shows a new secret, and counts it once a code of it was typed. */
export default function TotpDialog({ opened, onClose, setup: { setup, secret, url } }: Props) {
  const t = useText('factor');
  const { confirm } = useFactorActions();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    base: { name: t('factor.app'), code: '' },
    whole: true,
    schema: Named,
    save: async (body) => {
      const { recoveryCodes } = await confirm.mutateAsync({ ...body, setup });
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
      title={t(codes ? 'factor.codes.title' : 'factor.setup.title')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <DialogForm form={form} submitLabel={t('factor.setup.confirm')}>
          <p className="dimmed">{t('factor.setup.scan')}</p>
          <QrCode text={url} label={t('factor.setup.picture')} />
          <div>
            <p className="dimmed text-13">{t('factor.setup.type')}</p>
            <span className="row gap-8">
              <code className={classes.secret}>{secret}</code>
              <CopyButton value={secret} label={t('factor.setup.copy')} />
            </span>
          </div>
          <TextInput label={t('factor.name.label')} maxLength={64} {...form.text('name')} />
          <TextInput
            label={t('factor.setup.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...form.text('code')}
          />
        </DialogForm>
      )}
    </FormModal>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 0 });
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: modules.join('') };
  }, [text]);
  return (
    <svg className={classes.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
