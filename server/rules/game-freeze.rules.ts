// Revealing moves the time of a freeze aside: whatever enforces a freeze then finds none, and the time stays for the
// chart, for another ceremony, and for copies of the game.

interface StoredFreeze {
  freezeAt: Date | null;
  revealedFreezeAt: Date | null;
  revealedAt: Date | null;
}

/** The freeze as it is shown, whether it was revealed or not. */
export const shownFreeze = ({ freezeAt, revealedFreezeAt }: Omit<StoredFreeze, 'revealedAt'>): Date | null =>
  freezeAt ?? revealedFreezeAt;

/** Null while a freeze holds or is to come. */
export const shownReveal = ({ freezeAt, revealedAt }: Omit<StoredFreeze, 'revealedFreezeAt'>): Date | null =>
  freezeAt === null ? revealedAt : null;

/** A client that sends a whole game back repeats the revealed time, which must not freeze the board again. */
export function changedFreeze(stored: StoredFreeze, freezeAt: Date | null | undefined): Partial<StoredFreeze> {
  if (freezeAt === undefined || freezeAt?.getTime() === shownFreeze(stored)?.getTime()) return {};
  return { freezeAt, revealedFreezeAt: null, revealedAt: null };
}

/** Of a game as clients get it: the freeze that holds or is to come. */
export const openFreeze = ({ freezeTime, revealedAt }: { freezeTime: number | null; revealedAt: number | null }) =>
  revealedAt ? null : freezeTime;
