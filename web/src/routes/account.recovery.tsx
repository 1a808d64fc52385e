import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { RecoveryPage } from '../features/account/RecoveryPage';
import { useConfig } from '../features/config/config.queries';

export const Route = createFileRoute('/account/recovery')({
  loader: ({ context: { queryClient } }) => loadCaptcha(queryClient),
  component: Recovery,
});

function Recovery() {
  return <RecoveryPage sendsMail={useConfig()?.sendsMail !== false} />;
}
