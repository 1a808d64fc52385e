import { useState } from 'react';

/**
 * What a dialog is about. It stays while the dialog closes, so that its texts do; `number` makes a key for a dialog that
 * begins anew each time. With `first` it is open at once.
 */
export function useAsked<Subject>(first?: Subject) {
  const [asked, setAsked] = useState<{ subject?: Subject; opened: boolean; number: number }>({
    ...(first === undefined ? {} : { subject: first }),
    opened: first !== undefined,
    number: 0,
  });
  return {
    ...asked,
    ask: (subject: Subject) => setAsked(({ number }) => ({ subject, opened: true, number: number + 1 })),
    close: () => setAsked((before) => ({ ...before, opened: false })),
  };
}
