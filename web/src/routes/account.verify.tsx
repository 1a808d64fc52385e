import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { VerifyPage } from '../features/account/VerifyPage';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/verify')({
  // What is missing or broken is said on the page.
  validateSearch: z.object({
    token: z.coerce.string<string>().optional().catch(undefined),
    email: z.coerce.string<string>().optional().catch(undefined),
  }),
  loader: () => loadTexts('account'),
  component: Verify,
});

function Verify() {
  return <VerifyPage {...Route.useSearch()} />;
}
