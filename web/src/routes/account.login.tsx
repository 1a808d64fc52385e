import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { requireVisitor } from '../features/account/guard';
import { LoginPage } from '../features/account/LoginPage';
import { loadProviders } from '../features/account/sign-in.queries';
import { useConfig } from '../features/config/config.queries';
import { oneOf, searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/login')({
  // A broken return path is no reason to refuse the login page.
  validateSearch: searchOf({ from: text(), problem: text(64), step: oneOf(['factor']) }),
  beforeLoad: requireVisitor,
  loader: ({ context: { queryClient } }) => Promise.all([loadCaptcha(queryClient), loadProviders(queryClient)]),
  component: Login,
});

function Login() {
  return <LoginPage {...Route.useSearch()} sendsMail={useConfig()?.sendsMail} />;
}
