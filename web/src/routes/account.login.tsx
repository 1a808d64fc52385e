import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { requireVisitor } from '../features/account/guard';
import { LoginPage } from '../features/account/LoginPage';
import { useConfig } from '../features/config/config.queries';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/login')({
  // A broken return path is no reason to refuse the login page.
  validateSearch: searchOf({ from: text() }),
  beforeLoad: requireVisitor,
  loader: ({ context: { queryClient } }) => loadCaptcha(queryClient),
  component: Login,
});

function Login() {
  return <LoginPage from={Route.useSearch().from} sendsMail={useConfig()?.sendsMail} />;
}
