import { useState } from 'react';

/**
 * A text that is typed here and kept elsewhere, such as in the address: what is typed shows at once, and the round trip
 * takes no letter away. `onChange` gets it without outer blanks; another value from outside replaces it.
 */
export function useTyped(value: string, onChange: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  return [
    typed,
    (next) => {
      setTyped(next);
      onChange(next.trim());
    },
  ];
}
