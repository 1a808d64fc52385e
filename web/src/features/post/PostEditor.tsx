import { Button, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type PostDetail, postTitleLengthMax } from '@vexil/contract/post';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { LinkButton } from '../../ui/links';
import { MarkdownField } from '../../ui/MarkdownField';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { tagsOf } from './filter-posts';
import classes from './Post.module.css';
import { postQuery, postsQuery, useCreatePost, useDeletePost } from './post.queries';
import { type PostForm, useNewPostForm, usePostForm } from './post-form';

export function EditPostPage({ id }: { id: string }) {
  const t = useText('post');
  const post = useSuspenseQuery(postQuery(id)).data;
  const form = usePostForm(post);
  return (
    <>
      <PageHeader
        trail={<Back post={post} />}
        title={t('post.form.editTitle')}
        lead={post.title}
        actions={
          <>
            <LinkButton to="/posts/$postId" params={{ postId: id }} variant="default">
              {t('post.form.view')}
            </LinkButton>
            <DeleteButton post={post} />
          </>
        }
      />
      <PostFields form={form} />
      <Bar form={form} onSave={() => void form.submit()} />
      <ConflictDialog {...form.conflict} />
    </>
  );
}

export function NewPostPage() {
  const t = useText('post');
  const navigate = useNavigate();
  const create = useCreatePost();
  const form = useNewPostForm(async (body) => {
    const id = await create.mutateAsync(body);
    await navigate({ to: '/posts/$postId', params: { postId: id }, ignoreBlocker: true });
  });
  return (
    <>
      <PageHeader trail={<Back />} title={t('post.new')} lead={t('post.form.newLead')} />
      <PostFields form={form} isNew />
      <Bar form={form} onSave={() => void form.submit()} />
    </>
  );
}

function Back({ post }: { post?: PostDetail }) {
  const t = useText('post');
  const inside = (
    <>
      <IconArrowLeft size={16} />
      {post ? t('post.form.toPost') : t('post.title')}
    </>
  );
  return post ? (
    <Link to="/posts/$postId" params={{ postId: post.id }} className={classes.back}>
      {inside}
    </Link>
  ) : (
    <Link to="/posts" className={classes.back}>
      {inside}
    </Link>
  );
}

function Bar({ form, onSave }: { form: PostForm; onSave: () => void }) {
  const t = useText();
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: onSave }]);
  return <FormBar form={form} onSave={onSave} />;
}

function PostFields({ form, isNew = false }: { form: PostForm; isNew?: boolean }) {
  const t = useText('post');
  const known = useQuery(postsQuery());
  const { title } = form.values;
  return (
    <div className="stack gap-12">
      <Panel as="div" dense className={classes.basics}>
        <TextInput
          {...form.text('title')}
          description={t('post.form.titleLeft', { count: Math.max(0, postTitleLengthMax - title.length) })}
          autoFocus={isNew}
          withAsterisk
        />
        <TagsInput
          {...form.field('tags')}
          description={t('post.form.tagsHelp')}
          data={tagsOf(known.data ?? [])}
          maxTags={64}
          splitChars={[',', ';']}
          clearable
          clearButtonProps={{ 'aria-label': t('post.form.clearTags') }}
        />
        <Switch {...form.toggle('isPinned')} description={t('post.form.pinnedHelp')} />
      </Panel>
      <Panel as="div" dense>
        <div className="column gap-12">
          <MarkdownField {...form.field('summary')} help={t('post.form.summaryHelp')} minRows={2} maxRows={8} />
          <MarkdownField {...form.field('content')} help={t('post.form.contentHelp')} minRows={13} maxRows={32} />
        </div>
      </Panel>
    </div>
  );
}

function DeleteButton({ post }: { post: PostDetail }) {
  const t = useText('post');
  const navigate = useNavigate();
  const remove = useDeletePost();
  const [asking, setAsking] = useState(false);
  const deletePost = async () => {
    await remove.mutateAsync(post.id);
    await navigate({ to: '/posts', ignoreBlocker: true });
  };
  return (
    <>
      <Button variant="outline" color="red" leftSection={<IconTrash />} onClick={() => setAsking(true)}>
        {t('post.delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('post.deleteTitle', { title: post.title })}
        confirmLabel={t('post.delete')}
        danger
        onConfirm={deletePost}
      >
        {t('post.deleteText')}
      </ConfirmDialog>
    </>
  );
}
