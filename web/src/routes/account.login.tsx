import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginPage } from '../features/account/LoginPage';
import { loadCaptcha } from '../features/account/use-captcha';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/login')({
  // A broken return path is no reason to refuse the login page.
  validateSearch: z.object({ from: z.string().optional().catch(undefined) }),
  loader: ({ context: { queryClient } }) => Promise.all([loadTexts('account'), loadCaptcha(queryClient)]),
  component: Login,
});

function Login() {
  return <LoginPage from={Route.useSearch().from} />;
}
