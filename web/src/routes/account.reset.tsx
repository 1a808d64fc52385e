import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '../features/account/ResetPage';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/reset')({
  // What is missing or broken is said on the page.
  validateSearch: searchOf({ token: text(), email: text() }),
  component: Reset,
});

function Reset() {
  return <ResetPage {...Route.useSearch()} />;
}
