import { createFileRoute } from '@tanstack/react-router';
import { RecoveryPage } from '../features/account/RecoveryPage';
import { loadCaptcha } from '../features/account/use-captcha';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/account/recovery')({
  loader: ({ context: { queryClient } }) => Promise.all([loadTexts('account'), loadCaptcha(queryClient)]),
  component: RecoveryPage,
});
