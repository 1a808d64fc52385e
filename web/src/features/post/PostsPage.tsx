import { IconNews, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { filterPosts, tagsOf } from './filter-posts';
import classes from './Post.module.css';
import { PostItem } from './PostItem';
import { postsQuery } from './post.queries';
import { type PostsSearch, postsPerPage } from './posts-search';

/** So many are found without filters. */
const fewMax = 3;
/** Tags beyond these are found by the search. */
const tagsMax = 12;

type PostsPageProps = { search: PostsSearch; onSearch: (search: PostsSearch) => void; canEdit: boolean };

export function PostsPage({ search, onSearch, canEdit }: PostsPageProps) {
  const t = useText('post');
  const posts = useQuery(postsQuery());
  const found = filterPosts(posts.data ?? [], search);
  const pageCount = Math.max(1, Math.ceil(found.length / postsPerPage));
  const page = Math.min(search.page ?? 1, pageCount);
  const filtered = Boolean(search.q || search.tag);
  const write = (
    <LinkButton to="/posts/new" leftSection={<IconPlus />}>
      {t('post.new')}
    </LinkButton>
  );
  return (
    <div className="narrow">
      <PageHeader title={t('post.title')} lead={t('post.lead')} actions={canEdit && write} />
      {(filtered || (posts.data?.length ?? 0) > fewMax) && (
        <div className={classes.filters}>
          <SearchField
            className={classes.search}
            label={t('post.search')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, page: undefined, q: q || undefined })}
          />
          <TagFilter tags={tagsOf(posts.data ?? [])} search={search} onSearch={onSearch} />
        </div>
      )}
      <Panel flush as="div">
        <QueryState query={posts} title={t('post.failed')} pending={<ListSkeleton count={5} />} />
        {posts.data && found.length === 0 && (
          <EmptyState
            icon={<IconNews />}
            title={filtered ? t('post.nothing') : t('post.empty')}
            hint={filtered ? t('post.nothingHint') : t(canEdit ? 'post.emptyEditHint' : 'post.emptyHint')}
            action={!filtered && canEdit && write}
          />
        )}
        {found.slice((page - 1) * postsPerPage, page * postsPerPage).map((post) => (
          <PostItem key={post.id} post={post} canEdit={canEdit} />
        ))}
      </Panel>
      <Pager page={page} pageCount={pageCount} onPage={(next) => onSearch({ ...search, page: next })} />
    </div>
  );
}

type TagFilterProps = Pick<PostsPageProps, 'search' | 'onSearch'> & { tags: string[] };

function TagFilter({ tags, search, onSearch }: TagFilterProps) {
  const t = useText('post');
  const chosen = search.tag?.toLowerCase();
  const shown = tags.slice(0, tagsMax);
  // A chosen tag stays in sight, so that it can be taken back.
  if (search.tag && !shown.some((tag) => tag.toLowerCase() === chosen)) shown.unshift(search.tag);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend, which a row of chips needs neither of
    <div className={classes.tags} role="group" aria-label={t('post.filter')}>
      {shown.map((tag) => {
        const active = tag.toLowerCase() === chosen;
        return (
          <button
            key={tag}
            type="button"
            className={classes.tag}
            aria-pressed={active}
            onClick={() => onSearch({ ...search, page: undefined, tag: active ? undefined : tag })}
          >
            #{tag}
          </button>
        );
      })}
    </div>
  );
}
