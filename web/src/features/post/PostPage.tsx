import { IconArrowLeft, IconFileText, IconPencil } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { Markdown } from '../../ui/Markdown';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import classes from './Post.module.css';
import { Byline } from './PostItem';
import { PinnedMark, PostTags } from './PostTags';
import { postQuery } from './post.queries';

export function PostPage({ id, canEdit }: { id: string; canEdit: boolean }) {
  const t = useText('post');
  const post = useSuspenseQuery(postQuery(id)).data;
  return (
    <div className="narrow">
      <PageHeader
        trail={
          <Link to="/posts" className={classes.back}>
            <IconArrowLeft size={16} />
            {t('post.title')}
          </Link>
        }
        title={post.title || t('post.untitled')}
        lead={
          <span className="row wrap gap-8-16 above-8">
            {post.isPinned && <PinnedMark />}
            <Byline post={post} size={24} />
            <PostTags tags={post.tags} />
          </span>
        }
        actions={
          canEdit && (
            <LinkButton to="/posts/$postId/edit" params={{ postId: id }} variant="default" leftSection={<IconPencil />}>
              {t('post.edit')}
            </LinkButton>
          )
        }
      />
      <Panel as="article" className={classes.text}>
        {post.content.trim() || post.summary.trim() ? (
          <Markdown source={post.content.trim() ? post.content : post.summary} />
        ) : (
          <EmptyState icon={<IconFileText />} title={t('post.noContent')} />
        )}
      </Panel>
    </div>
  );
}
