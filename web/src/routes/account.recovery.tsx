import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { RecoveryPage } from '../features/account/RecoveryPage';

export const Route = createFileRoute('/account/recovery')({
  loader: ({ context: { queryClient } }) => loadCaptcha(queryClient),
  component: RecoveryPage,
});
