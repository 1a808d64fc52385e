import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ResetPage } from '../features/account/ResetPage';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/reset')({
  // What is missing or broken is said on the page.
  validateSearch: z.object({
    token: z.coerce.string<string>().optional().catch(undefined),
    email: z.coerce.string<string>().optional().catch(undefined),
  }),
  loader: () => loadTexts('account'),
  component: Reset,
});

function Reset() {
  return <ResetPage {...Route.useSearch()} />;
}
