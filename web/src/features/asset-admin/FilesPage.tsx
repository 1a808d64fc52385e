import { Button, Switch } from '@mantine/core';
import { IconCircleDashed, IconFile, IconFiles, IconTrash } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { FileUse } from '@vexil/contract/asset';
import { assetUrl } from '@vexil/rules/asset.rules';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable, MainCell, PickCell } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { formatBytes } from '../../ui/format-bytes';
import { ListFilters } from '../../ui/ListFilters';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { RowTool } from '../../ui/RowTool';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import { StateWord } from '../../ui/StateWord';
import { Time } from '../../ui/Time';
import { useAsked } from '../../ui/use-asked';
import { type Selection, useSelection } from '../../ui/use-selection';
import { type ListedFile, pageSize, useDeleteFile, useFiles } from './asset-admin.queries';
import own from './Files.module.css';
import type { FilesSearch } from './files-search';

type FilesPageProps = { search: FilesSearch; onSearch: (search: FilesSearch) => void };

export function FilesPage({ search, onSearch }: FilesPageProps) {
  const t = useText('asset-admin');
  const files = useFiles(search);
  const remove = useDeleteFile();
  const each = useRunEach();
  const question = useAsked<ListedFile[]>();
  const asked = question.subject ?? [];
  const found = files.data?.data ?? [];
  const filter = (changed: FilesSearch) => onSearch({ ...search, ...changed, page: undefined });
  const isFiltered = [search.q, search.unused, search.page].some((each) => each !== undefined);
  const selection = useSelection(found.map(({ hash }) => hash));
  const unused = found.filter(({ hash, isUsed }) => !isUsed && selection.chosen.includes(hash));
  const removeAsked = async () => {
    await each.run(asked, ({ hash }) => remove.mutateAsync(hash));
    selection.clear();
  };
  return (
    <>
      <PageHeader title={t('asset-admin.title')} lead={t('asset-admin.lead')} />
      <ListFilters
        label={t('asset-admin.search')}
        q={search.q}
        onSearch={(q) => filter({ q })}
        count={files.data && t('asset-admin.count', { count: files.data.total })}
      >
        <Switch
          label={t('asset-admin.unusedOnly')}
          checked={search.unused ?? false}
          onChange={(event) => filter({ unused: event.currentTarget.checked || undefined })}
        />
      </ListFilters>
      <ListPanel
        query={files}
        count={10}
        isEmpty={found.length === 0}
        empty={
          isFiltered ? (
            <NothingFound
              title={t('asset-admin.nothingFound')}
              onClear={() => filter({ q: undefined, unused: undefined })}
            />
          ) : (
            <EmptyState icon={<IconFiles />} title={t('asset-admin.empty')} hint={t('asset-admin.emptyHint')} />
          )
        }
      >
        <DataTable
          label={t('asset-admin.title')}
          isOld={files.isPlaceholderData}
          selection={selection}
          sort={{
            order: search.order ?? 'name',
            desc: search.desc ?? false,
            onSort: (order, desc) => filter({ order: order as FilesSearch['order'], desc: desc || undefined }),
          }}
          head={[
            { title: t('asset-admin.file'), order: 'name' },
            { title: t('asset-admin.size'), order: 'size' },
            { title: t('asset-admin.stored'), order: 'time' },
            t('asset-admin.use'),
            '',
          ]}
        >
          {found.map((file) => (
            <FileRow key={file.hash} file={file} selection={selection} onDelete={() => question.ask([file])} />
          ))}
        </DataTable>
      </ListPanel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((files.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
      <SelectionBar selection={selection} of={found.length} done={each.done}>
        <Button
          size="xs"
          variant="outline"
          color="red"
          disabled={unused.length === 0}
          onClick={() => question.ask(unused)}
        >
          {t('asset-admin.delete.many', { number: unused.length })}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={question.opened}
        onClose={question.close}
        title={
          asked.length === 1
            ? t('asset-admin.delete.title', { name: asked[0]?.name ?? '' })
            : t('asset-admin.delete.titleMany', { number: asked.length })
        }
        confirmLabel={t('asset-admin.delete.action')}
        danger
        onConfirm={removeAsked}
      >
        {t('asset-admin.delete.text')}
      </ConfirmDialog>
    </>
  );
}

type FileRowProps = { file: ListedFile; selection: Selection<string>; onDelete: () => void };

function FileRow({ file, selection, onDelete }: FileRowProps) {
  const t = useText('asset-admin');
  return (
    <tr>
      <PickCell selection={selection} id={file.hash} name={file.name} />
      <td data-wide>
        <MainCell
          picture={<Picture file={file} />}
          name={
            <a className="link regular" data-row href={assetUrl(file.hash, file.name)}>
              {file.name}
            </a>
          }
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
      <td data-narrow data-long data-label={t('asset-admin.stored')}>
        <Time at={file.createdAt} />
      </td>
      <td data-long data-label={t('asset-admin.use')}>
        {file.isUsed ? <Uses file={file} /> : <StateWord icon={IconCircleDashed}>{t('asset-admin.unused')}</StateWord>}
      </td>
      <td data-narrow data-tools>
        {!file.isUsed && (
          <RowTool danger label={t('asset-admin.delete.action')} name={file.name} onClick={onDelete}>
            <IconTrash />
          </RowTool>
        )}
      </td>
    </tr>
  );
}

/** Each leads there. */
function Uses({ file: { uses, useCount } }: { file: ListedFile }) {
  const t = useText('asset-admin');
  return (
    <ul>
      {uses.map(({ kind, id, gameId, name }) => (
        <li key={`${kind} ${id}`}>
          <span className="dimmed">{t(`asset-admin.uses.${kind}`)}</span>{' '}
          <Link className="link" {...placeOf({ kind, id, gameId, name })}>
            {name ?? t('asset-admin.uses.settings')}
          </Link>
        </li>
      ))}
      {useCount > uses.length && (
        <li className="dimmed">{t('asset-admin.uses.more', { count: useCount - uses.length })}</li>
      )}
      {useCount === 0 && <li className="dimmed">{t('asset-admin.used')}</li>}
    </ul>
  );
}

function placeOf({ kind, id, gameId, name }: FileUse): LinkProps {
  const params = { id: gameId ?? 0 };
  switch (kind) {
    case 'challenge':
      return { to: '/admin/games/$id/challenges/$chalId', params: { ...params, chalId: Number(id) } };
    case 'flag':
      return { to: '/admin/games/$id/challenges/$chalId/flags', params: { ...params, chalId: Number(id) } };
    case 'game':
      return { to: '/admin/games/$id/info', params };
    case 'notice':
      return { to: '/admin/games/$id/notices', params };
    case 'writeup':
      return { to: '/admin/games/$id/writeups', params };
    case 'team':
      return { to: '/admin/teams', search: { q: name ?? '' } };
    case 'account':
      return { to: '/admin/users', search: { q: name ?? '' } };
    case 'post':
      return { to: '/posts/$postId', params: { postId: id } };
    case 'platform':
      return { to: '/admin/settings' };
  }
}

/** What it looks like, or the kind of file. */
function Picture({ file: { hash, name, contentType } }: { file: ListedFile }) {
  const isPicture = contentType.startsWith('image/');
  return (
    <span className={own.picture} aria-hidden>
      {isPicture ? <img src={assetUrl(hash, name)} alt="" loading="lazy" /> : <IconFile />}
    </span>
  );
}
