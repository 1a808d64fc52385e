import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

type MenuTrigger = { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': false };

type OnDemandMenuProps = {
  /** The menu's button alone. */
  trigger: (props: MenuTrigger) => ReactNode;
  /** The lazy menu: with a button of its own of the same looks, which has the focus when the menu closes. It is open. */
  children: ReactNode;
};

/** A menu whose code is loaded at the first click on its button. */
export function OnDemandMenu({ trigger, children }: OnDemandMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = trigger({ onClick: () => setWanted(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button;
}

type DialogProps = { opened: boolean; onClose: () => void };

/** A lazy dialog whose code comes when it is first opened; it stays afterwards, to keep its input and close with grace. */
export function OnDemandDialog<Props extends DialogProps>(props: Props & { dialog: ComponentType<Props> }) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

function LoadedDialog<Props extends DialogProps>({
  dialog: Dialog,
  ...props
}: Props & { dialog: ComponentType<Props> }) {
  return <Dialog {...(props as unknown as Props)} opened={useOpenedLater(props.opened)} />;
}

/** Menus and dialogs give the focus back 10 ms after they close. */
const focusReturnMs = 20;

/**
 * For a dialog that appears already opened, or is opened from a menu: it gives the focus back only to what had it when
 * `opened` changed, and that must not be a line of the menu, which goes.
 */
export function useOpenedLater(opened: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    // At once, as the dialog has to look before its own field takes the focus.
    const timer = setTimeout(() => flushSync(() => setLater(opened)), focusReturnMs);
    return () => clearTimeout(timer);
  }, [opened]);
  return opened && later;
}
