import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { requireVisitor } from '../features/account/guard';
import { RegisterPage } from '../features/account/RegisterPage';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/register')({
  validateSearch: searchOf({ from: text() }),
  beforeLoad: requireVisitor,
  loader: ({ context: { queryClient } }) => loadCaptcha(queryClient),
  component: Register,
});

function Register() {
  return <RegisterPage from={Route.useSearch().from} />;
}
