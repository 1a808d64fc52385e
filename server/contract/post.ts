import { z } from 'zod';
import { problem } from './field';
import { hasVisible } from './name.rules';
import { postEndpoints } from './post.endpoints';
import { postEditEndpoints } from './post-edit.endpoints';
import { defineRoutes } from './route';
import { AssetUrl, EditedVersion, Time, text, Version } from './wire';

export const postTitleLengthMax = 50;

export const PostInfo = z.object({
  id: z.string().meta({ examples: ['5e1f09ab'] }),
  title: z.string(),
  summary: z.string().describe('Markdown'),
  isPinned: z.boolean(),
  tags: z.array(z.string()).nullable(),
  authorAvatar: AssetUrl.nullable(),
  authorName: z.string().nullable(),
  time: Time.describe('Of the last change of the text'),
});
export type PostInfo = z.infer<typeof PostInfo>;

export const PostDetail = PostInfo.extend({ content: z.string().describe('Markdown'), version: Version });
export type PostDetail = z.infer<typeof PostDetail>;

/** Absent and null members stay. The reference ignores all others when `isPinned` is sent; here every member counts. */
export const PostEditBody = z.object({
  title: text(postTitleLengthMax)
    .refine((title) => title === '' || hasVisible(title), problem('field.blank'))
    .nullish(),
  summary: text(16_384).nullish(),
  content: text(262_144).nullish(),
  tags: z.array(text(64)).max(64).nullish(),
  isPinned: z.boolean().nullish(),
});

const PostParams = z.object({ id: z.string() });

/** As `PostEditBody`, on a version. */
export const PostUpdateBody = PostEditBody.extend({ version: EditedVersion });

export const postRoutes = defineRoutes(postEndpoints, { access: 'Anonymous' })({
  latest: {
    summary: 'The first 20 posts: pinned ones first, then those changed last',
    reply: z.array(PostInfo),
  },
  list: {
    summary: 'All posts: pinned ones first, then those changed last',
    rate: 'query',
    reply: z.array(PostInfo),
  },
  get: {
    summary: 'A post',
    params: PostParams,
    reply: PostDetail,
    errors: ['post.notFound'],
  },
});

export const postEditRoutes = defineRoutes(postEditEndpoints, { access: 'Admin' })({
  create: {
    summary: "Publish a post; replies with the post's id",
    body: PostEditBody,
    bodyBytesMax: 2 * 1024 * 1024,
    reply: z.string(),
  },
  update: {
    summary: 'Change a post; pinning alone leaves its time and author',
    params: PostParams,
    body: PostUpdateBody,
    bodyBytesMax: 2 * 1024 * 1024,
    reply: PostDetail,
    errors: ['post.notFound', 'request.outdated'],
  },
  delete: {
    summary: 'Delete a post',
    params: PostParams,
    errors: ['post.notFound'],
  },
});
