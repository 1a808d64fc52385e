import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../features/account/guard';
import { ProfilePage } from '../features/account/ProfilePage';

export const Route = createFileRoute('/account/profile')({
  beforeLoad: requireAccount,
  component: ProfilePage,
});
