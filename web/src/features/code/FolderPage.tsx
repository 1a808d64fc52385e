import { Alert, Button, Checkbox } from '@mantine/core';
import { IconFileZip, IconFolder } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { type ChosenFolder, droppedFolder, folderOfInput, folderOfZip, UnreadableZip } from '../../ui/chosen-folder';
import { Panel } from '../../ui/Panel';
import classes from './FolderPage.module.css';
import { FolderReview } from './FolderReview';
import type { FolderPlan } from './folder-plan';

/** What a repository has, in place of the command line. */
export function FolderPage({ gameId }: { gameId: number }) {
  const t = useText('code');
  const [keepOthers, setKeepOthers] = useState(false);
  const reading = useMutation({
    mutationFn: async (source: Source): Promise<FolderPlan> => {
      // The readers of all formats are loaded with the first folder.
      const { planFolder } = await import('./folder-plan');
      return planFolder(gameId, await source.open(), keepOthers);
    },
  });
  const fault = reading.error;
  const name = reading.variables?.name ?? '';
  if (reading.data) {
    return <FolderReview gameId={gameId} found={reading.data} onAgain={() => reading.reset()} />;
  }
  return (
    <Panel title={t('code.title')}>
      <div className="grid gap-12">
        <p>{t('code.intro')}</p>
        <Chooser disabled={reading.isPending} onSource={(source) => reading.mutate(source)} />
        <Checkbox
          label={t('code.keep')}
          checked={keepOthers}
          onChange={(event) => setKeepOthers(event.currentTarget.checked)}
        />
        <p className="dimmed text-13">{t('code.formats')}</p>
        <p role="status">{reading.isPending && t('code.reading', { name })}</p>
        {fault && (
          <Alert color="red" title={t('code.failed')} role="alert">
            {fault instanceof UnreadableZip ? t(`code.${fault.reason}`, { name }) : describeError(fault)}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

type Source = { name: string; open: () => ChosenFolder | Promise<ChosenFolder> };

function Chooser({ disabled, onSource }: { disabled: boolean; onSource: (source: Source) => void }) {
  const t = useText('code');
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const takeZip = (file: File | undefined) => file && onSource({ name: file.name, open: () => folderOfZip(file) });
  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    const dropped = await droppedFolder(event.dataTransfer);
    if (dropped) onSource({ name: dropped.name, open: () => dropped });
    else takeZip(file);
  };
  const open = (input: RefObject<HTMLInputElement | null>) => () => input.current?.click();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the buttons inside do
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void onDrop(event)}
    >
      <Button leftSection={<IconFolder aria-hidden />} disabled={disabled} onClick={open(folder)}>
        {t('code.chooseFolder')}
      </Button>
      <Button variant="default" leftSection={<IconFileZip aria-hidden />} disabled={disabled} onClick={open(zip)}>
        {t('code.chooseZip')}
      </Button>
      <span className="dimmed text-13">{t('code.drop')}</span>
      <input
        ref={folder}
        type="file"
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={t('code.chooseFolder')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length === 0) return;
          const chosen = folderOfInput(files);
          onSource({ name: chosen.name, open: () => chosen });
        }}
      />
      <input
        ref={zip}
        type="file"
        hidden
        accept=".zip"
        aria-label={t('code.chooseZip')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          takeZip(file);
        }}
      />
    </div>
  );
}
