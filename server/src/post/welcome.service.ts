import { inTransaction } from '@vexil/runtime/transaction';
import type { Deps } from '../deps';
import { hasHadPosts, insertPost } from './post.queries';

/** Fixed, so that of several servers that start at once only one writes it. */
const welcomeId = '00000000';

const content = `This is the news page of your platform. What you publish here, everybody can read, signed in or not.

1. Sign in as an administrator.
2. Create a game, give it challenges, and make it public when it is ready.
3. Replace this post, or delete it: it does not come back.
`;

/** Writes a first post where there has never been one, so that the home page of a new platform says something. */
export async function createWelcomePost(deps: Deps): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (await hasHadPosts(tx)) return;
    await insertPost(tx, {
      id: welcomeId,
      title: 'Welcome',
      summary: 'The platform runs. Here is what to do next.',
      content,
      updatedAt: deps.clock.now(),
    });
  });
}
