import { Button } from '@mantine/core';
import { IconDownload, IconFileZip, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { formatBytes } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { CaptureFile } from './CaptureFile';
import { archiveAddress, capturesQuery, type Folder, useDeleteCaptures } from './capture.queries';
import classes from './Traffic.module.css';

type CaptureFilesProps = { folder: Folder; name: string; onEmptied: () => void };

/** The files of one team for one challenge. */
export function CaptureFiles({ folder, name, onEmptied }: CaptureFilesProps) {
  const t = useText('capture');
  const query = useQuery(capturesQuery(folder.challengeId, folder.partId));
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, String(query.data?.length));
  const files = [...(query.data ?? [])].sort((a, b) => b.updateTime - a.updateTime);
  const total = files.reduce((sum, one) => sum + (one.size ?? one.writtenBytes ?? 0), 0);
  return (
    <Panel flush title={name} className={classes.files}>
      <QueryState query={query} pending={<ListSkeleton count={5} />} />
      {query.data?.length === 0 && <EmptyState icon={<IconFileZip />} title={t('capture.noFiles')} />}
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
            leftSection={<IconDownload size={16} />}
          >
            {t('capture.downloadAll')}
          </Button>
          <DeleteAll folder={folder} name={name} count={files.length} onEmptied={onEmptied} />
        </div>
      )}
      <ul ref={list} className={classes.list}>
        {files.map((file) => (
          <CaptureFile key={file.fileName} folder={folder} file={file} onEmptied={onEmptied} />
        ))}
      </ul>
    </Panel>
  );
}

function DeleteAll({ folder, name, count, onEmptied }: CaptureFilesProps & { count: number }) {
  const t = useText('capture');
  const remove = useDeleteCaptures(folder, onEmptied);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        color="red"
        leftSection={<IconTrash size={16} />}
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
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {t('capture.delete.allText')}
      </ConfirmDialog>
    </>
  );
}
