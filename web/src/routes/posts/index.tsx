import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { PostsPage } from '../../features/post/PostsPage';
import { postsQuery } from '../../features/post/post.queries';
import { readPostsSearch } from '../../features/post/posts-search';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/posts/')({
  validateSearch: readPostsSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(postsQuery());
  },
  component: Posts,
});

function Posts() {
  return <PostsPage {...useAddressSearch(Route)} canEdit={useAccount()?.role === 'Admin'} />;
}
