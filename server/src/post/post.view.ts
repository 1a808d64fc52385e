import type { PostDetail, PostInfo } from '@vexil/contract/post';
import { avatarUrl } from '../asset/asset.view';
import type { AuthoredPost } from './post.queries';

export const viewPostInfo = ({ post, authorName, authorAvatarHash }: AuthoredPost): PostInfo => ({
  id: post.id,
  title: post.title,
  summary: post.summary,
  isPinned: post.isPinned,
  tags: post.tags,
  authorAvatar: avatarUrl(authorAvatarHash),
  authorName,
  time: post.updatedAt.getTime(),
});

export const viewPost = (row: AuthoredPost): PostDetail => ({
  ...viewPostInfo(row),
  content: row.post.content,
  version: row.post.version,
});
