import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFile, IconLink, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { attachmentsMax, type ChallengeEdit } from '@vexil/contract/challenge';
import { distinctNames, isPlace } from '@vexil/rules/asset.rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { FailureAlert } from '../../ui/FailureAlert';
import { formatBytes } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import { UploadDrop } from '../../ui/UploadDrop';
import classes from './ChallengeEditor.module.css';
import { useAttachments } from './challenge-edit.queries';
import { type ChallengeForm, isWebAddress } from './challenge-form';
import { Tool } from './Tool';

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
        <AttachmentList gameId={gameId} challenge={challenge} />
        {challenge.attachments.length < attachmentsMax && <AddAttachment gameId={gameId} challenge={challenge} />}
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

function AddAttachment({ gameId, challenge }: Pick<AttachmentSectionProps, 'gameId' | 'challenge'>) {
  const t = useText('challenge-edit');
  const { upload, add } = useAttachments(gameId, challenge.id, challenge.version);
  const [link, setLink] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = link.trim();
    const isAddress = isWebAddress(url) || isPlace(url);
    setWrong(!isAddress);
    if (isAddress) add.mutate(url, { onSuccess: () => setLink('') });
  };
  return (
    <>
      <UploadDrop sizeBytesMax={useUploadLimit('attachmentBytesMax')} multiple upload={upload} />
      <form className={classes.addLink} onSubmit={submit} noValidate>
        <TextInput
          label={t('challenge-edit.field.remoteUrl')}
          description={t('challenge-edit.help.remoteUrl')}
          type="url"
          placeholder="https://"
          leftSection={<IconLink />}
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
          error={isWrong ? t('challenge-edit.invalid.link') : add.error && describeError(add.error)}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={link.trim() === ''}>
          {t('challenge-edit.attachment.add')}
        </Button>
      </form>
    </>
  );
}

function AttachmentList({ gameId, challenge }: Pick<AttachmentSectionProps, 'gameId' | 'challenge'>) {
  const t = useText('challenge-edit');
  const { attachments, version } = challenge;
  const { replace } = useAttachments(gameId, challenge.id, version);
  const [removing, setRemoving] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const names = distinctNames(attachments.map(({ name }) => name));
  const moved = useRef<{ to: number; up: boolean }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list that was stored is shown
  useEffect(() => {
    if (!moved.current) return;
    const { to, up } = moved.current;
    moved.current = undefined;
    // The focus goes with the attachment, which does not have both buttons at the ends.
    const tools = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)');
    tools?.[up ? 0 : Math.max(0, tools.length - 2)]?.focus();
  }, [attachments]);
  const move = (from: number, to: number) => {
    const [one, other] = [attachments[from], attachments[to]];
    if (replace.isPending || !one || !other) return;
    moved.current = { to, up: to < from };
    replace.mutate(attachments.with(from, other).with(to, one), { onError: () => (moved.current = undefined) });
  };
  if (attachments.length === 0) return <p className={classes.words}>{t('challenge-edit.attachment.none')}</p>;
  return (
    <>
      <ol ref={list} className={classes.hints}>
        {attachments.map(({ type, url, fileSize }, index) => {
          const name = names[index] ?? '';
          const Icon = type === 'Local' ? IconFile : IconLink;
          return (
            <li key={name} className={classes.attachment}>
              <Icon size={20} />
              <span className="grow shrinks">
                <a href={url ?? ''} target="_blank" rel="noopener noreferrer" className={classes.file}>
                  {type === 'Local' ? name : url}
                </a>{' '}
                {fileSize !== null && <span className="dimmed figures nowrap">{formatBytes(fileSize)}</span>}
              </span>
              <span className={`rigid ${classes.hintTools}`}>
                {attachments.length > 1 && (
                  <>
                    <Tool
                      label={t('challenge-edit.attachment.up', { name })}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <IconArrowUp />
                    </Tool>
                    <Tool
                      label={t('challenge-edit.attachment.down', { name })}
                      disabled={index === attachments.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <IconArrowDown />
                    </Tool>
                  </>
                )}
                <Tool label={t('challenge-edit.attachment.remove', { name })} onClick={() => setRemoving(index)}>
                  <IconTrash />
                </Tool>
              </span>
            </li>
          );
        })}
      </ol>
      <FailureAlert error={replace.error} />
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('challenge-edit.attachment.removeTitle')}
        confirmLabel={t('challenge-edit.attachment.removeAction')}
        danger
        onConfirm={() => replace.mutateAsync(attachments.filter((_, index) => index !== removing))}
      >
        {t('challenge-edit.attachment.removeText', { name: names[removing ?? 0] ?? '' })}
      </ConfirmDialog>
    </>
  );
}
