import { Button } from '@mantine/core';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { assetUrl } from '@vexil/rules/asset.rules';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import { useDeleteLogo, useSetLogo } from './config-admin.queries';
import classes from './Settings.module.css';

export function LogoSection({ logoHash, id, title }: { logoHash: string | null; id: string; title: string }) {
  const t = useText('config-admin');
  const describe = useDescribeError();
  const [progress, setProgress] = useState(0);
  const [asking, setAsking] = useState(false);
  const upload = useSetLogo(setProgress);
  const remove = useDeleteLogo();
  const send = ([file]: File[]) => {
    setProgress(0);
    if (file) upload.mutate(file, { onSuccess: () => toastSuccess(t('config-admin.logo.saved')) });
  };
  return (
    <Panel
      id={id}
      title={title}
      actions={
        logoHash ? (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('config-admin.logo.remove')}
          </Button>
        ) : undefined
      }
    >
      <div className={classes.stack}>
        <FileDrop
          accept="image/png,image/gif,image/jpeg,image/webp"
          sizeBytesMax={imageSizeBytesMax}
          onFiles={send}
          progress={upload.isPending ? progress : undefined}
          error={upload.isError ? describe(upload.error) : undefined}
          preview={
            logoHash && (
              <img src={assetUrl(logoHash, 'logo')} alt={t('config-admin.logo.now')} className={classes.logo} />
            )
          }
        />
        <p className={classes.help}>{t('config-admin.logo.help')}</p>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('config-admin.logo.ask')}
        confirmLabel={t('config-admin.logo.remove')}
        danger
        onConfirm={() => remove.mutateAsync()}
      >
        {t('config-admin.logo.askText')}
      </ConfirmDialog>
    </Panel>
  );
}
