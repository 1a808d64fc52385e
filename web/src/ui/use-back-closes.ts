import { useBlocker } from '@tanstack/react-router';

/** Dialogs that are part of the address carry `data-in-address`: going back closes them by itself. */
const openDialog = () =>
  Array.from(
    document.querySelectorAll(
      ':is(.mantine-Modal-root, .mantine-Drawer-root, .mantine-Spotlight-root):not([data-in-address]) [role="dialog"]',
    ),
  ).at(-1);

export const closesDialog = (action: string) => action === 'BACK' && openDialog() !== undefined;

function closeDialog({ action }: { action: string }): boolean {
  if (!closesDialog(action)) return false;
  openDialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
  return true;
}

/** The Back button does in a dialog what Escape does, the question about unsaved text included, and the page stays. */
export function useBackCloses(): void {
  useBlocker({ shouldBlockFn: closeDialog, enableBeforeUnload: false });
}
