import { ActionIcon, TextInput } from '@mantine/core';
import { IconFile, IconLink, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { formatBytes } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import { UploadDrop } from '../../ui/UploadDrop';
import classes from './ChallengeEditor.module.css';
import { useSetAttachment } from './challenge-edit.queries';
import type { ChallengeForm } from './challenge-form';

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

type AttachmentSectionProps = {
  gameId: number;
  challenge: ChallengeEdit;
  form: ChallengeForm;
  id: string;
  title: string;
};

export function AttachmentSection({ gameId, challenge, form, id, title }: AttachmentSectionProps) {
  const t = useText('challenge-edit');
  if (challenge.type === 'DynamicAttachment') {
    return (
      <Panel id={id} title={title} dense>
        <div className={classes.stack}>
          <TextInput
            className={classes.half}
            {...form.text('fileName')}
            description={t('challenge-edit.help.fileName')}
            inputWrapperOrder={order}
            classNames={{ input: 'mono' }}
          />
          <Supply gameId={gameId} challenge={challenge} />
        </div>
      </Panel>
    );
  }
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <CurrentAttachment gameId={gameId} challenge={challenge} form={form} />
        <FileUpload gameId={gameId} challenge={challenge} />
        <TextInput
          {...form.text('remoteUrl')}
          description={t('challenge-edit.help.remoteUrl')}
          inputWrapperOrder={order}
          type="url"
          placeholder="https://"
          leftSection={<IconLink aria-hidden />}
        />
      </div>
    </Panel>
  );
}

function Supply({ gameId, challenge: { id, supply } }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('challenge-edit');
  if (!supply) return null;
  const { used, left, waiting, state } = supply;
  return (
    <div className={classes.supply} data-state={state}>
      <p className={`${classes.words} figures`}>{t('challenge-edit.supply.counts', { used, left, waiting })}</p>
      {state !== 'ample' && <p className={classes.supplyWarning}>{t(`challenge-edit.supply.${state}`)}</p>}
      <Link to="/admin/games/$id/challenges/$chalId/flags" params={{ id: gameId, chalId: id }} className={classes.file}>
        {t('challenge-edit.supply.open')}
      </Link>
    </div>
  );
}

function FileUpload({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const attach = useSetAttachment(gameId, challenge.id);
  return (
    <UploadDrop
      sizeBytesMax={useUploadLimit('attachmentBytesMax')}
      upload={(file, onProgress) => attach.mutateAsync({ kind: 'local', file, onProgress })}
    />
  );
}

function CurrentAttachment({ gameId, challenge, form }: Pick<AttachmentSectionProps, 'gameId' | 'challenge' | 'form'>) {
  const t = useText('challenge-edit');
  const attach = useSetAttachment(gameId, challenge.id);
  const [removing, setRemoving] = useState(false);
  const attachment = challenge.attachment;
  if (!attachment || attachment.type === 'None') {
    return <p className={classes.words}>{t('challenge-edit.attachment.none')}</p>;
  }
  const url = attachment.url ?? '';
  const name = attachment.type === 'Local' ? decodeURIComponent(url.split('/').at(-1) ?? '') : url;
  const Icon = attachment.type === 'Local' ? IconFile : IconLink;
  return (
    <div className={classes.attachment}>
      <Icon size={20} aria-hidden />
      <a href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
        {name}
      </a>
      {attachment.fileSize !== null && <span className="dimmed figures">{formatBytes(attachment.fileSize)}</span>}
      <ActionIcon
        data-hint={t('challenge-edit.attachment.remove')}
        aria-label={t('challenge-edit.attachment.remove')}
        onClick={() => setRemoving(true)}
      >
        <IconTrash />
      </ActionIcon>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('challenge-edit.attachment.removeTitle')}
        confirmLabel={t('challenge-edit.attachment.removeAction')}
        danger
        onConfirm={() => attach.mutateAsync({ kind: 'none' }).then(() => form.set('remoteUrl', ''))}
      >
        {t('challenge-edit.attachment.removeText', { name })}
      </ConfirmDialog>
    </div>
  );
}
