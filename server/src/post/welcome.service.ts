import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { hasHadPosts, insertPost } from './post.queries';

/** Fixed, so that only one of several starting servers inserts it. */
const welcomeId = '00000000';

// Everyone reads it; what operators have to do is said by the guided setup.
const content = `News about this platform and its games appears here.

To play, sign in, create a team or join one with its invitation, and register it for a game. Its challenges open when the
game starts.
`;

export async function createWelcomePost(deps: Deps): Promise<void> {
  await inTransaction(deps, async (work) => {
    if (await hasHadPosts(work.tx)) return;
    await insertPost(work.tx, {
      id: welcomeId,
      title: 'Welcome',
      summary: 'News about this platform and its games appears here.',
      content,
      updatedAt: deps.clock.now(),
    });
    work.changes('posts');
  });
}
