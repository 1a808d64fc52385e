import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconFileZip, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { formatBytes } from '../../ui/format-bytes';
import { Hint } from '../../ui/Hint';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { toastSuccess } from '../../ui/toast';
import { archiveAddress, capturesQuery, type Folder, fileAddress, useDeleteCaptures } from './capture.queries';
import classes from './Traffic.module.css';

const icon = { size: 18, stroke: 1.75 } as const;

/** The files of one team for one challenge. */
export function CaptureFiles({ folder, name }: { folder: Folder; name: string }) {
  const t = useText('capture');
  const query = useQuery(capturesQuery(folder.challengeId, folder.partId));
  const files = [...(query.data ?? [])].sort((a, b) => b.updateTime - a.updateTime);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Panel flush title={name} className={classes.files}>
      {query.isPending && <ListSkeleton count={5} />}
      <FailedQuery query={query} />
      {query.data?.length === 0 && (
        <EmptyState icon={<IconFileZip size={28} stroke={1.75} />} title={t('capture.noFiles')} />
      )}
      {files.length > 0 && (
        <div className={classes.bar}>
          <span className={`${classes.total} figures`}>
            {t('capture.fileCount', { count: files.length })} · {formatBytes(total)}
          </span>
          <Button
            component="a"
            href={archiveAddress(folder)}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('capture.downloadAll')}
          </Button>
          <DeleteAll folder={folder} name={name} count={files.length} />
        </div>
      )}
      <ul className={classes.list}>
        {files.map(({ fileName, size, updateTime }) => (
          <li key={fileName} className={classes.file}>
            <a href={fileAddress(folder, fileName)} download className={`${classes.fileName} mono`}>
              {fileName}
            </a>
            <Time at={updateTime} format="exact" className={classes.about} />
            <span className={`${classes.size} figures`}>{formatBytes(size)}</span>
            <span className={classes.fileActions}>
              <Hint label={t('capture.download')}>
                <ActionIcon
                  component="a"
                  href={fileAddress(folder, fileName)}
                  download
                  color="gray"
                  aria-label={t('capture.downloadName', { name: fileName })}
                >
                  <IconDownload {...icon} />
                </ActionIcon>
              </Hint>
              <DeleteOne folder={folder} fileName={fileName} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function DeleteOne({ folder, fileName }: { folder: Folder; fileName: string }) {
  const t = useText('capture');
  const remove = useDeleteCaptures(folder);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Hint label={t('capture.delete.one')}>
        <ActionIcon
          color="red"
          aria-label={t('capture.delete.name', { name: fileName })}
          onClick={() => setOpened(true)}
        >
          <IconTrash {...icon} />
        </ActionIcon>
      </Hint>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('capture.delete.oneTitle')}
        confirmLabel={t('capture.delete.one')}
        danger
        onConfirm={() => remove.mutateAsync(fileName).then(() => toastSuccess(t('capture.delete.oneDone')))}
      >
        {t('capture.delete.oneText', { name: fileName })}
      </ConfirmDialog>
    </>
  );
}

function DeleteAll({ folder, name, count }: { folder: Folder; name: string; count: number }) {
  const t = useText('capture');
  const remove = useDeleteCaptures(folder);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('capture.delete.all')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('capture.delete.allTitle', { count, name })}
        confirmLabel={t('capture.delete.all')}
        danger
        onConfirm={() => remove.mutateAsync(undefined).then(() => toastSuccess(t('capture.delete.allDone', { name })))}
      >
        {t('capture.delete.allText')}
      </ConfirmDialog>
    </>
  );
}
