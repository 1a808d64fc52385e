import { useState } from 'react';
import type { ConflictDialogProps, Side } from './ConflictDialog';

type Question = Pick<ConflictDialogProps, 'fields' | 'others' | 'lastSave'>;
type Sides = Record<string, Side> | undefined;

/** The ConflictDialog of a page, and a way to ask with it; the answer is undefined when the reader goes back to editing. */
export function useConflict(): { conflict: ConflictDialogProps; ask: (question: Question) => Promise<Sides> } {
  const [asked, setAsked] = useState<Question & { answer: (sides: Sides) => void }>();
  const ask = (question: Question) =>
    new Promise<Sides>((resolve) => {
      const answer = (sides: Sides) => {
        setAsked(undefined);
        resolve(sides);
      };
      setAsked({ ...question, answer });
    });
  const conflict = {
    opened: asked !== undefined,
    fields: asked?.fields ?? [],
    others: asked?.others ?? [],
    lastSave: asked?.lastSave,
    onCancel: () => asked?.answer(undefined),
    onResolve: (sides: Sides) => asked?.answer(sides),
  };
  return { conflict, ask };
}
