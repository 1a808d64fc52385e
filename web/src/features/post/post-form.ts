import { useQueryClient } from '@tanstack/react-query';
import { type PostDetail, PostEditBody, postTitleLengthMax } from '@vexil/contract/post';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { type Form, useForm } from '../../ui/use-form';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { postQuery, useUpdatePost } from './post.queries';

type PostValues = { title: string; summary: string; content: string; tags: string[]; isPinned: boolean };
export type PostForm = Form<PostValues>;

const nothing: PostValues = { title: '', summary: '', content: '', tags: [], isPinned: false };

const valuesOf = ({ title, summary, content, tags, isPinned }: PostDetail): PostValues => ({
  title,
  summary,
  content,
  tags: tags ?? [],
  isPinned,
});

type PostFields = Partial<PostValues>;

/** What the forms of a post and of a new one have in common. */
function usePostFields() {
  const t = useText('post');
  return {
    labels: {
      title: t('post.form.title'),
      summary: t('post.form.summary'),
      content: t('post.form.content'),
      tags: t('post.form.tags'),
      isPinned: t('post.form.pinned'),
    },
    schema: PostEditBody,
    check: ({ title }: PostValues) => ({
      title:
        title.trim() === ''
          ? t('post.form.titleMissing')
          : title.length > postTitleLengthMax
            ? t('ui.invalid.tooLong', { count: postTitleLengthMax })
            : null,
    }),
  };
}

/** The form of a stored post; a save on an old version asks, field by field, where both changed one. */
export function usePostForm(post: PostDetail) {
  const queryClient = useQueryClient();
  const update = useUpdatePost();
  const base = useMemo(() => valuesOf(post), [post]);
  return useVersionedForm<PostDetail, PostValues, PostFields>({
    ...usePostFields(),
    stored: post,
    valuesOf,
    base,
    send: (body, version) => update.mutateAsync({ id: post.id, body: { ...body, version } }),
    adopt: (stored) => queryClient.setQueryData(postQuery(post.id).queryKey, stored),
    show: { tags: (tags: string[]) => tags.join(', ') },
  });
}

/** The form of a post that is still to be published. */
export const useNewPostForm = (publish: (body: PostFields) => Promise<unknown>) =>
  useForm<PostValues, PostFields>({ ...usePostFields(), base: nothing, whole: true, save: publish });
