import { createFileRoute } from '@tanstack/react-router';
import { ConfirmPage } from '../features/account/ConfirmPage';
import { requireAccount } from '../features/account/guard';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/confirm')({
  // What is missing or broken is said on the page.
  validateSearch: searchOf({ token: text(), email: text() }),
  beforeLoad: requireAccount,
  component: Confirm,
});

function Confirm() {
  return <ConfirmPage {...Route.useSearch()} />;
}
