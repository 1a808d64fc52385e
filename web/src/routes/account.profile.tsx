import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../features/account/guard';
import { ProfilePage } from '../features/account/ProfilePage';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/profile')({
  beforeLoad: requireAccount,
  loader: () => loadTexts('account'),
  component: ProfilePage,
});
