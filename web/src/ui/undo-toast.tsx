import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { toastSuccess } from './toast';

type UndoToast = {
  /** Of what was changed: a later toast about the same takes this one's place. */
  id: string;
  undoLabel: string;
  onUndo: () => void;
  /** Once it can no longer be taken back; after `onUndo` too. */
  onGone?: () => void;
};

/** Something is done, and can be taken back for a few seconds. */
export function toastWithUndo(message: ReactNode, { id, undoLabel, onUndo, onGone }: UndoToast): void {
  const undo = () => {
    onUndo();
    notifications.hide(id);
  };
  notifications.hide(id);
  toastSuccess(
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 8 }}>
      {message}
      <Button size="compact-sm" variant="subtle" onClick={undo}>
        {undoLabel}
      </Button>
    </span>,
    { id, autoClose: 8000, ...(onGone && { onClose: onGone }) },
  );
}
