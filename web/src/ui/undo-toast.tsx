import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toastSuccess } from './toast';

type UndoToast = {
  /** Of what was changed: a later toast about the same takes this one's place. */
  id: string;
  undoLabel: string;
  onUndo: () => void;
  /** For what is not done yet, but once it can no longer be taken back; called after `onUndo` too. */
  onGone?: () => void;
};

/** Something is done or about to be, and can be taken back for a few seconds. Gives what hides the toast before. */
export function toastWithUndo(message: ReactNode, { id, undoLabel, onUndo, onGone }: UndoToast): () => void {
  const hide = () => void notifications.hide(id);
  const undo = () => {
    onUndo();
    hide();
  };
  hide();
  toastSuccess(
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 8 }}>
      {message}
      <Button size="compact-sm" variant="subtle" onClick={undo}>
        {undoLabel}
      </Button>
    </span>,
    { id, autoClose: 8000, ...(onGone && { onClose: onGone, icon: <IconClock /> }) },
  );
  return hide;
}
