import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';
import { DialogContext } from './unsaved';

/**
 * For a dialog with a form: its `close` asks first while something is unsaved, in the dialog's own state or in what
 * stands `inside`.
 */
export function useAskedClose(unsaved: boolean, onClose: () => void) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [covered, setCovered] = useState(false);
  const [lost, setLost] = useState<string>();
  const held = useRef(new Set<{ lost: string | undefined }>());
  const close = () => {
    const [first] = held.current;
    if (!unsaved && !first) return onClose();
    setLost(first?.lost);
    setAsking(true);
  };
  const latestClose = useRef(close);
  latestClose.current = close;
  const context = useMemo(
    () => ({
      hold: (what: string | undefined) => {
        const entry = { lost: what };
        held.current.add(entry);
        return () => held.current.delete(entry);
      },
      close: () => latestClose.current(),
      cover: setCovered,
    }),
    [],
  );
  return {
    close,
    closeOnEscape: !asking && !covered,
    inside: (children: ReactNode) => (
      <DialogContext.Provider value={context}>
        {children}
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={t('ui.form.leaveTitle')}
          confirmLabel={t('ui.form.leave')}
          danger
          onConfirm={async () => onClose()}
        >
          {lost ?? t('ui.form.leaveDialog')}
        </ConfirmDialog>
      </DialogContext.Provider>
    ),
  };
}
