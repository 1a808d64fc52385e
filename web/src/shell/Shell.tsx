import { useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useStepUpAsked } from '../api/step-up';
import { useAccount } from '../features/account/account.queries';
import { useSignInAsked } from '../features/account/session-end';
import { useText } from '../i18n/use-text';
import { useIntent } from '../live/use-intent';
import { useSettled } from '../live/use-settled';
import { CommandPalette } from '../ui/CommandPalette';
import { showCommands, useCommandsOpened } from '../ui/commands';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { useKeys } from '../ui/keys';
import { OnDemandDialog } from '../ui/OnDemand';
import { useToastsWanted } from '../ui/toast';
import { BottomBar } from './BottomBar';
import { Brand } from './Brand';
import { FactorGate } from './FactorGate';
import { OfflineBanner } from './OfflineBanner';
// In the styles of the frame: with the layer it would be a small file of its own.
import '../ui/HintLayer.module.css';
import classes from './Shell.module.css';
import { SideBar } from './SideBar';
import { useShellCommands } from './use-shell-commands';

const DockPlace = lazy(async () => ({ default: (await import('./DockPlace')).DockPlace }));
const HintLayer = lazy(async () => ({ default: (await import('./DockPlace')).HintLayer }));
const FoundCommands = lazy(() => import('./FoundCommands'));
const KeyHelp = lazy(async () => ({ default: (await import('../ui/KeyHelp')).KeyHelp }));
const SessionDialog = lazy(() => import('../features/account/SessionDialog'));
const StepUpDialog = lazy(() => import('../features/account/StepUpDialog'));
const Toasts = lazy(() => import('../ui/Toasts'));

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useText();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const address = useRouterState({ select: (state) => state.location.href });
  const [helping, setHelping] = useState(false);
  const account = useAccount();
  const dock = useSettled() && account && (
    <Suspense>
      <DockPlace />
    </Suspense>
  );
  const stepUp = useStepUpAsked();
  useShellCommands(() => setHelping(true));
  useKeys([
    { keys: 'mod+k', label: t('shell.search'), run: () => showCommands(true) },
    { keys: '?', label: t('shell.keys'), run: () => setHelping(true) },
  ]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {/^\/games\/\d+\/challenges\b/i.test(address) && (
        <a className={`${classes.skip} ${classes.toChallenges}`} href="#challenges">
          {t('shell.skipToChallenges')}
        </a>
      )}
      {isPhone ? (
        <header className={classes.top}>
          <Brand compact />
        </header>
      ) : (
        <SideBar dock={dock} />
      )}
      <div className="shrinks">
        <OfflineBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          <ErrorBoundary resetKey={address}>
            <FactorGate account={account}>{children}</FactorGate>
          </ErrorBoundary>
        </main>
      </div>
      {isPhone && dock}
      {isPhone && <BottomBar />}
      {useIntent() && (
        <Suspense>
          <HintLayer />
        </Suspense>
      )}
      <CommandPalette />
      {useCommandsOpened() && (
        <Suspense>
          <FoundCommands />
        </Suspense>
      )}
      <OnDemandDialog dialog={KeyHelp} opened={helping} onClose={() => setHelping(false)} />
      {useSignInAsked() && (
        <Suspense>
          <SessionDialog />
        </Suspense>
      )}
      {stepUp && (
        <Suspense>
          <StepUpDialog answer={stepUp.answer} />
        </Suspense>
      )}
      {useToastsWanted() && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}
