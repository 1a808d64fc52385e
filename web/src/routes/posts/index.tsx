import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { PostsPage } from '../../features/post/PostsPage';
import { postsQuery } from '../../features/post/post.queries';
import { readPostsSearch } from '../../features/post/posts-search';

export const Route = createFileRoute('/posts/')({
  validateSearch: readPostsSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(postsQuery());
  },
  component: Posts,
});

function Posts() {
  const navigate = Route.useNavigate();
  return (
    <PostsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      canEdit={useAccount()?.role === 'Admin'}
    />
  );
}
