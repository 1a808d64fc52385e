import { createContext } from 'react';

/** The moment at which countdowns inside were stopped, Unix milliseconds; null while they run. */
export const StoppedClock = createContext<number | null>(null);
