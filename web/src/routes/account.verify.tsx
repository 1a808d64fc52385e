import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '../features/account/VerifyPage';
import { loadTexts } from '../i18n/i18n';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/verify')({
  // What is missing or broken is said on the page.
  validateSearch: searchOf({ token: text(), email: text() }),
  loader: () => loadTexts('account'),
  component: Verify,
});

function Verify() {
  return <VerifyPage {...Route.useSearch()} />;
}
