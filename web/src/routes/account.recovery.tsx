import { createFileRoute } from '@tanstack/react-router';
import { loadCaptcha } from '../features/account/captcha.queries';
import { RecoveryPage } from '../features/account/RecoveryPage';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/recovery')({
  loader: ({ context: { queryClient } }) => Promise.all([loadTexts('account'), loadCaptcha(queryClient)]),
  component: RecoveryPage,
});
