import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { FirstSignInPage } from '../features/account/FirstSignInPage';
import { requireVisitor } from '../features/account/guard';
import { loadProviders } from '../features/account/sign-in.queries';
import { useConfig } from '../features/config/config.queries';
import { searchOf, text } from '../ui/search-params';

export const Route = createFileRoute('/account/first')({
  validateSearch: searchOf({ provider: text(32), from: text() }),
  beforeLoad: requireVisitor,
  loader: ({ context: { queryClient } }) => Promise.all([loadCaptcha(queryClient), loadProviders(queryClient)]),
  component: First,
});

function First() {
  const { provider = '', from } = Route.useSearch();
  return <FirstSignInPage provider={provider} from={from} sendsMail={useConfig()?.sendsMail ?? false} />;
}
