import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ConfirmPage } from '../features/account/ConfirmPage';
import { requireAccount } from '../features/account/guard';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/confirm')({
  // What is missing or broken is said on the page.
  validateSearch: z.object({
    token: z.coerce.string<string>().optional().catch(undefined),
    email: z.coerce.string<string>().optional().catch(undefined),
  }),
  beforeLoad: requireAccount,
  loader: () => loadTexts('account'),
  component: Confirm,
});

function Confirm() {
  return <ConfirmPage {...Route.useSearch()} />;
}
