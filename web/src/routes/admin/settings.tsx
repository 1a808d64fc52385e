import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { requireRole } from '../../features/account/guard';
import { ownName } from '../../features/config/config.queries';
import { settingsQuery } from '../../features/config-admin/config-admin.queries';
import { SettingsPage } from '../../features/config-admin/SettingsPage';
import { ConsentsButton } from '../../features/consent/ConsentsButton';
import { overviewQuery } from '../../features/overview/overview.queries';
import { useText } from '../../i18n/use-text';
import { CaptchaTest } from './-CaptchaTest';

export const Route = createFileRoute('/admin/settings')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery());
    await queryClient.ensureQueryData(settingsQuery());
  },
  component: Settings,
});

function Settings() {
  const t = useText('home');
  // Unknown setup raises no false alarm.
  const setup = useQuery(overviewQuery()).data?.setup;
  return (
    <SettingsPage
      own={{ title: ownName, slogan: t('home.tagline') }}
      hasMail={setup?.hasMail ?? true}
      ownEmail={useAccount()?.email ?? ''}
      hasCaptcha={setup?.captcha !== 'None'}
      consents={<ConsentsButton gameId={null} />}
      captchaTest={setup && setup.captcha !== 'None' && <CaptchaTest />}
    />
  );
}
