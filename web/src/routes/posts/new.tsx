import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { NewPostPage } from '../../features/post/PostEditor';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/posts/new')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: () => loadTexts('post'),
  component: NewPostPage,
});
