import { useEffect, useState } from 'react';
import { serverNow } from '../../api/clock';

const stepMs = 30_000;

/** The server's time in Unix milliseconds, updated twice a minute. */
export function useCoarseNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
