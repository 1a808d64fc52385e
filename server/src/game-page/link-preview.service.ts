import type { Deps } from '@vexil/http/deps';
import type { LinkPreview, PagePath } from '@vexil/http/page/link-preview';
import { gamePreviews } from '../game/game.preview';
import { postPreviews } from '../post/post.preview';

const previews = { games: gamePreviews, posts: postPreviews };

/** Null for what does not exist, and for what is not public, even to those who may see it. */
export async function findLinkPreview(
  { shared }: Pick<Deps, 'shared'>,
  { kind, id }: PagePath,
): Promise<LinkPreview | null> {
  return (await shared.get(previews[kind], 'all')).get(id) ?? null;
}
