import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';

type MenuTrigger = { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': false };

type OnDemandMenuProps = {
  /** The menu's button alone. */
  trigger: (props: MenuTrigger) => ReactNode;
  /** The lazy menu, which brings a button of its own of the same looks and opens as soon as it is there. */
  children: ReactNode;
};

/** A menu whose code is loaded at the first click on its button. */
export function OnDemandMenu({ trigger, children }: OnDemandMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = trigger({ onClick: () => setWanted(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button;
}

type DialogProps = { opened: boolean; onClose: () => void };
type OnDemandDialogProps = DialogProps & { dialog: ComponentType<DialogProps> };

/** A lazy dialog whose code comes when it is first opened; it stays afterwards, so that it can close with grace. */
export function OnDemandDialog(props: OnDemandDialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

/** Opens the dialog after its first render: it gives the focus back only to what had it when `opened` changed. */
function LoadedDialog({ dialog: Dialog, opened, onClose }: OnDemandDialogProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return <Dialog opened={opened && isThere} onClose={onClose} />;
}
