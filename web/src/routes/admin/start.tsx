import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../features/account/account.queries';
import { requireRole } from '../../features/account/guard';
import { isNamed, ownName, useConfig } from '../../features/config/config.queries';
import { BrandStep } from '../../features/config-admin/BrandStep';
import { settingsQuery, useUpdateSettings } from '../../features/config-admin/config-admin.queries';
import { FactorOffer, isFactorOpen } from '../../features/config-admin/FactorOffer';
import { graceMs } from '../../features/config-admin/factor-grace';
import { MailTest } from '../../features/config-admin/MailSection';
import { overviewQuery, useOverview } from '../../features/overview/overview.queries';
import { StartPage } from '../../features/overview/StartPage';
import { hideSteps, readStartSearch } from '../../features/overview/start-steps';
import { useText } from '../../i18n/use-text';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { AdministratorStep } from './-AdministratorStep';
import { FirstGameStep } from './-FirstGameStep';

export const Route = createFileRoute('/admin/start')({
  validateSearch: readStartSearch,
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery());
    await queryClient.ensureQueryData(settingsQuery());
  },
  component: Start,
});

function Start() {
  const t = useText('home');
  const { step = 'administrator' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const overview = useOverview();
  const account = useAccount();
  const config = useConfig();
  const setup = useQuery(overviewQuery()).data?.setup;
  const policy = useSuspenseQuery(settingsQuery()).data.accountPolicy;
  const update = useUpdateSettings();
  const [from] = useState(() => Date.now() + graceMs);
  const [accepted, setAccepted] = useState(true);
  if (!overview.data || !account) {
    return overview.isPending ? (
      <CardsSkeleton count={2} minWidth={240} height={200} />
    ) : (
      <QueryState query={overview} />
    );
  }
  // Of a platform that has games, nothing is changed without being asked.
  const isOffered = overview.data.counts.games === 0 && isFactorOpen(policy);
  const stores = step === 'administrator' && isOffered && accepted;
  return (
    <StartPage
      overview={overview.data}
      isNamed={isNamed(config)}
      step={step}
      stores={stores}
      onStep={(next) => {
        if (stores) update.mutate({ accountPolicy: { factorRequiredOf: 'Admins', factorRequiredFrom: from } });
        void navigate({ search: { step: next } });
      }}
      onLeave={() => {
        hideSteps(true);
        void navigate({ to: '/admin' });
      }}
      administrator={
        <AdministratorStep account={account} administrators={overview.data.counts.administrators}>
          {isOffered && <FactorOffer from={from} accepted={accepted} onChange={setAccepted} />}
        </AdministratorStep>
      }
      name={(onSaved) => <BrandStep own={{ title: ownName, slogan: t('home.tagline') }} onSaved={onSaved} />}
      mail={<MailTest hasMail={setup?.hasMail ?? true} ownEmail={account.email ?? ''} />}
      game={<FirstGameStep />}
    />
  );
}
