import { z } from 'zod';
import { problem } from './field';
import { hasVisible } from './name.rules';
import { postEndpoints } from './post.endpoints';
import { postEditEndpoints } from './post-edit.endpoints';
import { defineRoute, Empty } from './route';
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

export const postRoutes = {
  latest: defineRoute({
    ...postEndpoints.latest,
    access: 'Anonymous',
    summary: 'The first 20 posts: pinned ones first, then those changed last',
    reply: z.array(PostInfo),
    errors: [],
  }),
  list: defineRoute({
    ...postEndpoints.list,
    access: 'Anonymous',
    summary: 'All posts: pinned ones first, then those changed last',
    rate: 'query',
    reply: z.array(PostInfo),
    errors: [],
  }),
  get: defineRoute({
    ...postEndpoints.get,
    access: 'Anonymous',
    summary: 'A post',
    params: PostParams,
    reply: PostDetail,
    errors: ['post.notFound'],
  }),
};

export const postEditRoutes = {
  create: defineRoute({
    ...postEditEndpoints.create,
    access: 'Admin',
    summary: "Publish a post; replies with the post's id",
    body: PostEditBody,
    bodyBytesMax: 2 * 1024 * 1024,
    reply: z.string(),
    errors: [],
  }),
  update: defineRoute({
    ...postEditEndpoints.update,
    access: 'Admin',
    summary: 'Change a post; pinning alone leaves its time and author',
    params: PostParams,
    body: PostUpdateBody,
    bodyBytesMax: 2 * 1024 * 1024,
    reply: PostDetail,
    errors: ['post.notFound', 'request.outdated'],
  }),
  delete: defineRoute({
    ...postEditEndpoints.delete,
    access: 'Admin',
    summary: 'Delete a post',
    params: PostParams,
    reply: Empty,
    errors: ['post.notFound'],
  }),
};
