import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { PostInfo } from '@vexil/contract/post';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { Markdown } from '../../ui/Markdown';
import { Time } from '../../ui/Time';
import { toastError } from '../../ui/toast';
import classes from './Post.module.css';
import { PinnedMark, PostTags } from './PostTags';
import { useUpdatePost } from './post.queries';

export function PostItem({ post, canEdit }: { post: PostInfo; canEdit: boolean }) {
  const t = useText('post');
  return (
    <article className={classes.item} data-pinned={post.isPinned || undefined}>
      <div className={classes.head}>
        {post.isPinned && <PinnedMark />}
        <h2 className={classes.title}>
          <Link to="/posts/$postId" params={{ postId: post.id }} className={classes.link}>
            {post.title || t('post.untitled')}
          </Link>
        </h2>
        {canEdit && <Tools post={post} />}
      </div>
      {post.summary.trim() !== '' && <Markdown source={post.summary} compact className={classes.summary} />}
      <footer className={classes.foot}>
        <Byline post={post} />
        <PostTags tags={post.tags} />
      </footer>
    </article>
  );
}

export function Byline({ post, size = 20 }: { post: PostInfo; size?: number }) {
  return (
    <span className={classes.byline}>
      {post.authorName && (
        <>
          <Avatar name={post.authorName} src={post.authorAvatar} size={size} />
          <span className="bright medium">{post.authorName}</span>
        </>
      )}
      <Time at={post.time} format="date" />
    </span>
  );
}

function Tools({ post }: { post: PostInfo }) {
  const t = useText('post');
  const navigate = useNavigate();
  const update = useUpdatePost();
  const pin = (isPinned: boolean) =>
    update.mutate({ id: post.id, body: { isPinned } }, { onError: (error) => toastError(error) });
  const pinLabel = t(post.isPinned ? 'post.unpin' : 'post.pin', { title: post.title });
  const editLabel = t('post.editNamed', { title: post.title });
  return (
    <span className="flex push">
      <ActionIcon
        data-hint={t(post.isPinned ? 'post.unpinShort' : 'post.pinShort')}
        aria-label={pinLabel}
        loading={update.isPending}
        onClick={() => pin(!post.isPinned)}
      >
        {post.isPinned ? <IconPinnedOff /> : <IconPin />}
      </ActionIcon>
      <ActionIcon
        data-hint={t('post.edit')}
        aria-label={editLabel}
        onClick={() => void navigate({ to: '/posts/$postId/edit', params: { postId: post.id } })}
      >
        <IconPencil />
      </ActionIcon>
    </span>
  );
}
