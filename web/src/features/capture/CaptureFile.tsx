import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { FileRecord } from '@vexil/contract/capture';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { formatBytes } from '../../ui/format-bytes';
import { Time } from '../../ui/Time';
import { type Folder, fileAddress, useDeleteCaptures } from './capture.queries';
import classes from './Traffic.module.css';

const clientsShown = 3;

type CaptureFileProps = { folder: Folder; file: FileRecord; onEmptied: () => void };

export function CaptureFile({ folder, file, onEmptied }: CaptureFileProps) {
  const t = useText('capture');
  const { fileName, size, writtenBytes, updateTime, isOpen } = file;
  return (
    <li className={classes.file}>
      <span className={classes.fileWords}>
        <a href={fileAddress(folder, fileName)} download className="shrinks anywhere text-13 mono">
          {fileName}
        </a>
        <About file={file} />
      </span>
      <Time at={updateTime} format="exact" className="dimmed text-12" />
      <span className={`${classes.size} figures`}>{formatBytes(size ?? writtenBytes ?? 0)}</span>
      <span className={classes.fileActions}>
        <ActionIcon
          data-hint={t(isOpen ? 'capture.open.hint' : 'capture.download')}
          component="a"
          href={fileAddress(folder, fileName)}
          download
          color="gray"
          aria-label={t('capture.downloadName', { name: fileName })}
        >
          <IconDownload />
        </ActionIcon>
        <DeleteOne folder={folder} fileName={fileName} onEmptied={onEmptied} />
      </span>
    </li>
  );
}

/** What is known of the connections; nothing of files that were stored by hand. */
function About({ file: { isOpen, connections, clients, missingBytes } }: { file: FileRecord }) {
  const t = useText('capture');
  const shown = clients.slice(0, clientsShown).join(', ');
  const more = clients.length - clientsShown;
  return (
    <span className="dimmed text-12">
      {isOpen && <span className={classes.open}>{t('capture.open.badge')}</span>}
      {connections !== null && t('capture.connections', { count: connections })}
      {clients.length > 0 && ' '}
      {clients.length > 0 &&
        (more > 0 ? t('capture.fromMore', { clients: shown, count: more }) : t('capture.from', { clients: shown }))}
      {missingBytes > 0 && (
        <span className="danger"> · {t('capture.missing', { size: formatBytes(missingBytes) })}</span>
      )}
    </span>
  );
}

type DeleteOneProps = { folder: Folder; fileName: string; onEmptied: () => void };

function DeleteOne({ folder, fileName, onEmptied }: DeleteOneProps) {
  const t = useText('capture');
  const remove = useDeleteCaptures(folder, onEmptied);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        data-hint={t('capture.delete.one')}
        color="red"
        aria-label={t('capture.delete.name', { name: fileName })}
        onClick={() => setOpened(true)}
      >
        <IconTrash />
      </ActionIcon>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('capture.delete.oneTitle')}
        confirmLabel={t('capture.delete.one')}
        danger
        onConfirm={() => remove.mutateAsync(fileName)}
      >
        {t('capture.delete.oneText', { name: fileName })}
      </ConfirmDialog>
    </>
  );
}
