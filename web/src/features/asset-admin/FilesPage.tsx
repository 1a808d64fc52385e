import { ActionIcon, Anchor, Select, Switch } from '@mantine/core';
import { IconCircleDashed, IconFiles, IconLink, IconTrash } from '@tabler/icons-react';
import { assetUrl } from '@vexil/rules/asset.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { tableClasses as classes, DataTable, MainCell } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { formatBytes } from '../../ui/format-bytes';
import { Hint } from '../../ui/Hint';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { toastSuccess } from '../../ui/toast';
import {
  type FilesSearch,
  fileOrders,
  type ListedFile,
  pageSize,
  useDeleteFile,
  useFiles,
} from './asset-admin.queries';

type FilesPageProps = { search: FilesSearch; onSearch: (search: FilesSearch) => void };

export function FilesPage({ search, onSearch }: FilesPageProps) {
  const t = useText('asset-admin');
  const files = useFiles(search);
  const remove = useDeleteFile();
  const [asked, setAsked] = useState<ListedFile>();
  const [asking, setAsking] = useState(false);
  const found = files.data?.data ?? [];
  const filter = (changed: FilesSearch) => onSearch({ ...search, ...changed, page: undefined });
  return (
    <>
      <PageHeader title={t('asset-admin.title')} lead={t('asset-admin.lead')} />
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          label={t('asset-admin.search')}
          value={search.q ?? ''}
          onChange={(q) => filter({ q: q || undefined })}
        />
        <Select
          className={classes.filter}
          aria-label={t('asset-admin.order')}
          allowDeselect={false}
          value={search.order ?? 'name'}
          onChange={(order) => filter({ order: (order as FilesSearch['order']) ?? undefined })}
          data={fileOrders.map((order) => ({ value: order, label: t(`asset-admin.orders.${order}`) }))}
        />
        <Switch
          label={t('asset-admin.unusedOnly')}
          checked={search.unused ?? false}
          onChange={(event) => filter({ unused: event.currentTarget.checked || undefined })}
        />
        <span className={`${classes.count} figures`} role="status">
          {files.data && t('asset-admin.count', { count: files.data.total })}
        </span>
      </div>
      <Panel flush>
        {files.isPending && <ListSkeleton count={10} />}
        <FailedQuery query={files} />
        {files.data && found.length === 0 && (
          <EmptyState
            icon={<IconFiles size={28} stroke={1.75} />}
            title={t('asset-admin.empty')}
            hint={t('asset-admin.emptyHint')}
          />
        )}
        {found.length > 0 && (
          <DataTable
            label={t('asset-admin.title')}
            head={[t('asset-admin.file'), t('asset-admin.size'), t('asset-admin.stored'), t('asset-admin.use'), '']}
            isOld={files.isPlaceholderData}
          >
            {found.map((file) => (
              <FileRow
                key={file.hash}
                file={file}
                onDelete={() => {
                  setAsked(file);
                  setAsking(true);
                }}
              />
            ))}
          </DataTable>
        )}
      </Panel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((files.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
      {asked && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={t('asset-admin.delete.title', { name: asked.name })}
          confirmLabel={t('asset-admin.delete.action')}
          danger
          onConfirm={async () => {
            await remove.mutateAsync(asked.hash);
            toastSuccess(t('asset-admin.delete.done', { name: asked.name }));
          }}
        >
          {t('asset-admin.delete.text')}
        </ConfirmDialog>
      )}
    </>
  );
}

function FileRow({ file, onDelete }: { file: ListedFile; onDelete: () => void }) {
  const t = useText('asset-admin');
  const Icon = file.isUsed ? IconLink : IconCircleDashed;
  return (
    <tr>
      <td data-wide>
        <MainCell
          name={<Anchor href={assetUrl(file.hash, file.name)}>{file.name}</Anchor>}
          detail={
            <>
              {file.contentType} <span className="mono">{file.hash.slice(0, 12)}</span>
            </>
          }
        />
      </td>
      <td data-narrow data-label={t('asset-admin.size')} className="figures">
        {formatBytes(file.sizeBytes)}
      </td>
      <td data-narrow data-label={t('asset-admin.stored')}>
        <Time at={file.createdAt} />
      </td>
      <td data-narrow data-label={t('asset-admin.use')} className={file.isUsed ? undefined : classes.dimmed}>
        <Icon size={14} stroke={1.75} aria-hidden /> {t(file.isUsed ? 'asset-admin.used' : 'asset-admin.unused')}
      </td>
      <td data-narrow data-tools>
        {!file.isUsed && (
          <Hint label={t('asset-admin.delete.action')}>
            <ActionIcon color="red" aria-label={t('asset-admin.delete.of', { name: file.name })} onClick={onDelete}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Hint>
        )}
      </td>
    </tr>
  );
}
