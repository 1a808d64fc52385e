import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import { whenSettled } from '../live/when-settled';
import { CommandPalette } from '../ui/CommandPalette';
import { showCommands, useCommandsOpened } from '../ui/commands';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { HintLayer } from '../ui/Hint';
import { useKeys } from '../ui/keys';
import { OnDemandDialog } from '../ui/OnDemand';
import { useToastsWanted } from '../ui/toast';
import { BottomBar } from './BottomBar';
import { Brand } from './Brand';
import { OfflineBanner } from './OfflineBanner';
import classes from './Shell.module.css';
import { SideBar } from './SideBar';
import { useShellCommands } from './use-shell-commands';

const DockPlace = lazy(async () => ({ default: (await import('./DockPlace')).DockPlace }));
const FoundCommands = lazy(() => import('./FoundCommands'));
const KeyHelp = lazy(async () => ({ default: (await import('../ui/KeyHelp')).KeyHelp }));
const Toasts = lazy(() => import('../ui/Toasts'));

/** Whether the page that was opened first is there. */
function useSettled(): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => whenSettled(client, () => setSettled(true)), [client]);
  return isSettled;
}

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useText();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const address = useRouterState({ select: (state) => state.location.href });
  const [helping, setHelping] = useState(false);
  const isSettled = useSettled();
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
      {isPhone ? (
        <header className={classes.top}>
          <Brand compact />
        </header>
      ) : (
        <SideBar />
      )}
      <div className={classes.page}>
        <OfflineBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          <ErrorBoundary resetKey={address}>{children}</ErrorBoundary>
        </main>
      </div>
      {isSettled && (
        <Suspense>
          <DockPlace />
        </Suspense>
      )}
      {isPhone && <BottomBar />}
      <HintLayer />
      <CommandPalette />
      {useCommandsOpened() && (
        <Suspense>
          <FoundCommands />
        </Suspense>
      )}
      <OnDemandDialog dialog={KeyHelp} opened={helping} onClose={() => setHelping(false)} />
      {useToastsWanted() && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}
