import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { assetUrl } from '@vexil/rules/asset.rules';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import { useDeleteFavicon, useDeleteLogo, useSetFavicon, useSetLogo } from './config-admin.queries';
import classes from './Settings.module.css';

type LogoSectionProps = {
  pictures: { logoHash: string | null; faviconHash: string | null; hasOwnFavicon: boolean };
  id: string;
  title: string;
};

export function LogoSection({ pictures: { logoHash, faviconHash, hasOwnFavicon }, id, title }: LogoSectionProps) {
  const [logoPart, setLogoPart] = useState(0);
  const [iconPart, setIconPart] = useState(0);
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.columns}>
        <Picture
          name="logo"
          hash={logoHash}
          removable={Boolean(logoHash)}
          progress={logoPart}
          upload={useSetLogo(setLogoPart)}
          remove={useDeleteLogo()}
        />
        <Picture
          name="favicon"
          hash={faviconHash}
          removable={hasOwnFavicon}
          progress={iconPart}
          upload={useSetFavicon(setIconPart)}
          remove={useDeleteFavicon()}
        />
      </div>
    </Panel>
  );
}

type PictureProps = {
  name: 'logo' | 'favicon';
  hash: string | null;
  removable: boolean;
  progress: number;
  upload: UseMutationResult<unknown, Error, File>;
  remove: UseMutationResult<unknown, Error, void>;
};

function Picture({ name, hash, removable, progress, upload, remove }: PictureProps) {
  const t = useText('config-admin');
  const describe = useDescribeError();
  const [asking, setAsking] = useState(false);
  const send = ([file]: File[]) => {
    if (file) upload.mutate(file, { onSuccess: () => toastSuccess(t(`config-admin.${name}.saved`)) });
  };
  return (
    <section className={classes.picture} aria-labelledby={`picture-${name}`}>
      <div className={classes.pictureHead}>
        <h3 id={`picture-${name}`}>{t(`config-admin.${name}.title`)}</h3>
        {removable && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t(`config-admin.${name}.remove`)}
          </Button>
        )}
      </div>
      <FileDrop
        accept="image/png,image/gif,image/jpeg,image/webp"
        sizeBytesMax={imageSizeBytesMax}
        onFiles={send}
        progress={upload.isPending ? progress : undefined}
        error={upload.isError ? describe(upload.error) : undefined}
        preview={
          hash && <img src={assetUrl(hash, name)} alt={t(`config-admin.${name}.now`)} className={classes[name]} />
        }
      />
      <p className={classes.help}>{t(`config-admin.${name}.help`)}</p>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`config-admin.${name}.ask`)}
        confirmLabel={t(`config-admin.${name}.remove`)}
        danger
        onConfirm={() => remove.mutateAsync()}
      >
        {t(`config-admin.${name}.askText`)}
      </ConfirmDialog>
    </section>
  );
}
