import { createContext, useContext, useEffect } from 'react';

let holders = 0;

/** Whether the page holds something that was typed or chosen and is not stored yet. */
export const hasUnsaved = (): boolean => holders > 0;

/** Of the dialog around. */
type DialogHold = {
  /** Asks before it closes, until released; what is lost, where the usual words do not say it. */
  hold: (lost: string | undefined) => () => void;
  close: () => void;
  /** Escape is for a dialog over it meanwhile. */
  cover: (covered: boolean) => void;
};

export const DialogContext = createContext<DialogHold | undefined>(undefined);

/** Counts the component among those that hold something unsaved, while `held`. */
export function useUnsaved(held: boolean, lost?: string): void {
  const hold = useContext(DialogContext)?.hold;
  useEffect(() => {
    if (!held) return;
    holders += 1;
    const release = hold?.(lost);
    return () => {
      holders -= 1;
      release?.();
    };
  }, [held, lost, hold]);
}

/** For a dialog over another one: Escape is for the upper one, while `opened`. */
export function useCover(opened: boolean): void {
  const cover = useContext(DialogContext)?.cover;
  useEffect(() => {
    if (!opened) return;
    cover?.(true);
    return () => cover?.(false);
  }, [opened, cover]);
}

/** Closes the dialog around as its close button does. */
export const useDialogClose = (): (() => void) | undefined => useContext(DialogContext)?.close;
