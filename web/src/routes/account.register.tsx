import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RegisterPage } from '../features/account/RegisterPage';
import { loadCaptcha } from '../features/account/use-captcha';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/register')({
  validateSearch: z.object({ from: z.string().optional().catch(undefined) }),
  loader: ({ context: { queryClient } }) => Promise.all([loadTexts('account'), loadCaptcha(queryClient)]),
  component: Register,
});

function Register() {
  return <RegisterPage from={Route.useSearch().from} />;
}
