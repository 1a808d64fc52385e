import { lazy, Suspense, useEffect, useRef } from 'react';
import { showCommands, typeAhead, useCommandsOpened } from './commands';

const CommandDialog = lazy(() => import('./CommandDialog'));

/** The frame of the command palette; what it offers is registered with `useCommands`. Loads when first opened. */
export function CommandPalette() {
  const opened = useCommandsOpened();
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  useEffect(() => {
    if (!opened) return;
    const keep = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText || event.isComposing || (target instanceof Element && target.closest('[role="dialog"]'))) return;
      event.preventDefault();
      event.stopPropagation();
      typeAhead(key);
    };
    // Before the fields and the keys of the page.
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, [opened]);
  if (!wasOpened.current) return null;
  return (
    <Suspense>
      <CommandDialog opened={opened} onClose={() => showCommands(false)} />
    </Suspense>
  );
}
