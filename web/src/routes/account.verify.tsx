import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '../features/account/VerifyPage';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/verify')({
  // What is missing or broken is said on the page.
  validateSearch: searchOf({ token: text(), email: text() }),
  component: Verify,
});

function Verify() {
  return <VerifyPage {...Route.useSearch()} />;
}
