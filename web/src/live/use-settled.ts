import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenSettled } from './when-settled';

/** Whether what the page shows has come and is drawn: the time for what it can do without. */
export function useSettled(): boolean {
  const client = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => whenSettled(client, () => setSettled(true)), [client]);
  return settled;
}
