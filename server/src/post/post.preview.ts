import { type LinkPreview, previewTextLengthMax } from '@vexil/http/page/link-preview';
import type { Shared } from '@vexil/http/reads/shared-values';
import { plainText } from '@vexil/rules/plain-text.rules';
import { listPosts } from './post.queries';

export const postPreviews: Shared<'all', ReadonlyMap<string, LinkPreview>> = {
  topics: () => ['posts'],
  async read({ db }) {
    const posts = await listPosts(db);
    return new Map(
      posts.map(({ post: { id, title, summary, content } }) => {
        const text = plainText(summary, previewTextLengthMax) || plainText(content, previewTextLengthMax);
        return [id, { type: 'article', title, text, picture: null }];
      }),
    );
  },
};
