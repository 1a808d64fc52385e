import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { NewPostPage } from '../../features/post/PostEditor';

export const Route = createFileRoute('/posts/new')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: NewPostPage,
});
