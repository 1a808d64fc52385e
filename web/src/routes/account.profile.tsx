import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../features/account/guard';
import { ProfilePage } from '../features/account/ProfilePage';
import { PlayerTokens } from '../features/token/PlayerTokens';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/profile')({
  validateSearch: searchOf({ problem: text(64) }),
  beforeLoad: requireAccount,
  component: Profile,
});

function Profile() {
  return <ProfilePage problem={Route.useSearch().problem} tokens={<PlayerTokens />} />;
}
