import type { PostInfo } from '@vexil/contract/post';
import type { PostsSearch } from './posts-search';

const sameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The posts with this tag and all of these words, in the server's order: pinned ones first, then the latest. */
export function filterPosts(posts: readonly PostInfo[], { q = '', tag }: PostsSearch): PostInfo[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return posts.filter(({ title, summary, tags, authorName }) => {
    const written = [title, summary, authorName ?? '', ...(tags ?? [])].join(' ').toLowerCase();
    return (
      (tag === undefined || (tags ?? []).some((one) => sameTag(one, tag))) &&
      words.every((word) => written.includes(word))
    );
  });
}

/** All tags by how often they are used. */
export function tagsOf(posts: readonly PostInfo[]): string[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of posts.flatMap(({ tags }) => tags ?? [])) {
    const known = counts.get(tag.toLowerCase());
    counts.set(tag.toLowerCase(), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag)).map(({ tag }) => tag);
}
