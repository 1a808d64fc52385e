/** What a page says of itself to search engines, and to chats in which its link is shared. */
export interface LinkPreview {
  type: 'website' | 'article';
  title: string;
  /** Plain; empty for the platform's own description. */
  text: string;
  /** A path; null for the platform's logo. */
  picture: string | null;
}

/** Search engines show about as many characters. */
export const previewTextLengthMax = 200;

/** Of the page of a game or of a post, and of the pages below it. */
export interface PagePath {
  kind: 'games' | 'posts';
  id: string;
  /** In the letter case that the page's own links have. */
  path: string;
}

const describedPath = /^\/(games|posts)\/(\d{1,10}|[0-9a-f]{8})((?:\/[\da-z]{1,20}){0,4})\/?$/i;

/** `path` without its query, in any letter case. */
export function readPagePath(path: string): PagePath | null {
  const [, kind, id, rest = ''] = describedPath.exec(path) ?? [];
  if (kind === undefined || id === undefined) return null;
  const lower = kind.toLowerCase() as PagePath['kind'];
  return { kind: lower, id, path: `/${lower}/${id}${rest.toLowerCase()}` };
}
