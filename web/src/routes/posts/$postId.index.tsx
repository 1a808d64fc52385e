import { createFileRoute } from '@tanstack/react-router';
import { found } from '../../api/found';
import { useAccount } from '../../features/account/account.queries';
import { PostPage } from '../../features/post/PostPage';
import { postQuery } from '../../features/post/post.queries';

export const Route = createFileRoute('/posts/$postId/')({
  loader: ({ context: { queryClient }, params: { postId } }) => found(queryClient.ensureQueryData(postQuery(postId))),
  component: Post,
});

function Post() {
  return <PostPage id={Route.useParams().postId} canEdit={useAccount()?.role === 'Admin'} />;
}
