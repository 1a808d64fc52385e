import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { hasHadPosts, insertPost } from './post.queries';

/** Fixed, so that only one of several starting servers inserts it. */
const welcomeId = '00000000';

const content = `This is the news page of your platform. Everyone can read what you publish here, signed in or not.

1. Sign in as an administrator.
2. Create a game, give it challenges, and make it public when it is ready.
3. Replace or delete this post. It is not created again.
`;

export async function createWelcomePost(deps: Deps): Promise<void> {
  await inTransaction(deps, async (work) => {
    if (await hasHadPosts(work.tx)) return;
    await insertPost(work.tx, {
      id: welcomeId,
      title: 'Welcome',
      summary: 'The platform is running. These are the next steps.',
      content,
      updatedAt: deps.clock.now(),
    });
    work.changes('posts');
  });
}
