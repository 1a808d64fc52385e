import { createFileRoute } from '@tanstack/react-router';
import { found } from '../../api/found';
import { requireRole } from '../../features/account/guard';
import { EditPostPage } from '../../features/post/PostEditor';
import { postQuery, postsQuery } from '../../features/post/post.queries';

export const Route = createFileRoute('/posts/$postId/edit')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: async ({ context: { queryClient }, params: { postId } }) => {
    void queryClient.prefetchQuery(postsQuery());
    await found(queryClient.ensureQueryData(postQuery(postId)));
  },
  component: Edit,
});

function Edit() {
  const { postId } = Route.useParams();
  return <EditPostPage key={postId} id={postId} />;
}
