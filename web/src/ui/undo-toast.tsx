import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { toastSuccess } from './toast';

type UndoToast = {
  /** Of what was changed: a later toast about the same takes this one's place. */
  id: string;
  undoLabel: string;
  onUndo: () => void;
};

/** Something is done, and can be taken back for a few seconds. */
export function toastWithUndo(message: ReactNode, { id, undoLabel, onUndo }: UndoToast): void {
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  notifications.hide(id);
  toastSuccess(
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 8 }}>
      {message}
      <Button size="compact-sm" variant="subtle" onClick={undo}>
        {undoLabel}
      </Button>
    </span>,
    { id, autoClose: 8000 },
  );
}
