import { int, searchOf, text } from '../../ui/search-params';

/** Search parameters of the list of posts; invalid values are ignored. */
export const readPostsSearch = searchOf({ q: text(), tag: text(64), page: int(1) });
export type PostsSearch = ReturnType<typeof readPostsSearch>;

export const postsPerPage = 10;
