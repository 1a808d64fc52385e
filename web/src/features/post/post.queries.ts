import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { postEditEndpoints } from '@vexil/contract/post-edit.endpoints';
import { call, type InputOf } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

type PostBody = InputOf<typeof postEditEndpoints.update>['body'];

export const postsQuery = () => ({ ...routeQuery(postEndpoints.list), staleTime: 5 * 60_000 });

export const postQuery = (id: string) => ({
  ...routeQuery(postEndpoints.get, { params: { id } }),
  staleTime: 5 * 60_000,
});

function useRefreshLists() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [postEndpoints.list, postEndpoints.latest].map((endpoint) =>
        client.invalidateQueries({ queryKey: routeKey(endpoint) }),
      ),
    );
}

/** Gives the new post's id. */
export function useCreatePost() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: PostBody) => call(postEditEndpoints.create, { body }),
    onSuccess: () => void refresh(),
  });
}

export function useUpdatePost() {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: PostBody }) =>
      call(postEditEndpoints.update, { params: { id }, body }),
    onSuccess: async (post) => {
      client.setQueryData(postQuery(post.id).queryKey, post);
      await refresh();
    },
  });
}

export function useDeletePost() {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (id: string) => call(postEditEndpoints.delete, { params: { id } }),
    onSuccess: async (_, id) => {
      await refresh();
      // The page of the post is still mounted while the reader is led away from it.
      client.removeQueries({ queryKey: postQuery(id).queryKey, type: 'inactive' });
    },
  });
}
