import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { RegisterPage } from '../features/account/RegisterPage';
import { loadTexts } from '../i18n/i18n';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/register')({
  validateSearch: searchOf({ from: text() }),
  loader: ({ context: { queryClient } }) => Promise.all([loadTexts('account'), loadCaptcha(queryClient)]),
  component: Register,
});

function Register() {
  return <RegisterPage from={Route.useSearch().from} />;
}
