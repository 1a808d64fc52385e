import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { assetUrl } from '@vexil/rules/asset.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Panel } from '../../ui/Panel';
import { UploadDrop } from '../../ui/UploadDrop';
import { useDeleteFavicon, useDeleteLogo, useSetPicture } from './config-admin.queries';
import classes from './Settings.module.css';

type LogoSectionProps = {
  pictures: { logoHash: string | null; faviconHash: string | null; hasOwnFavicon: boolean };
  id: string;
  title: string;
};

export function LogoSection({ pictures: { logoHash, faviconHash, hasOwnFavicon }, id, title }: LogoSectionProps) {
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.columns}>
        <Picture name="logo" hash={logoHash} removable={Boolean(logoHash)} remove={useDeleteLogo()} />
        <Picture name="favicon" hash={faviconHash} removable={hasOwnFavicon} remove={useDeleteFavicon()} />
      </div>
    </Panel>
  );
}

type PictureProps = {
  name: 'logo' | 'favicon';
  hash: string | null;
  removable: boolean;
  remove: UseMutationResult<unknown, Error, void>;
};

function Picture({ name, hash, removable, remove }: PictureProps) {
  const t = useText('config-admin');
  const [asking, setAsking] = useState(false);
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
      <UploadDrop
        accept="image/png,image/gif,image/jpeg,image/webp"
        sizeBytesMax={imageSizeBytesMax}
        upload={useSetPicture(name)}
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
