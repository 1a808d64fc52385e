import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '../features/account/ResetPage';
import { loadTexts } from '../i18n/i18n';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/reset')({
  // What is missing or broken is said on the page.
  validateSearch: searchOf({ token: text(), email: text() }),
  loader: () => loadTexts('account'),
  component: Reset,
});

function Reset() {
  return <ResetPage {...Route.useSearch()} />;
}
