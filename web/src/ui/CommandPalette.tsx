import { lazy, Suspense, useRef } from 'react';
import { showCommands, useCommandsOpened } from './commands';

const CommandDialog = lazy(() => import('./CommandDialog'));

/** The frame of the command palette; what it offers is registered with `useCommands`. Loads when first opened. */
export function CommandPalette() {
  const opened = useCommandsOpened();
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  if (!wasOpened.current) return null;
  return (
    <Suspense>
      <CommandDialog opened={opened} onClose={() => showCommands(false)} />
    </Suspense>
  );
}
