import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isBusy } from '../../api/query-client';

/**
 * A call that hashes a password, which is slow: when thousands sign in at once, a form may wait for minutes. Refused because
 * the server is busy, it is sent again for as long as the form is shown. `isQueued` is true meanwhile.
 */
export function useQueuedCall<Input, Reply>(send: (input: Input) => Promise<Reply>, onError: (error: unknown) => void) {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      if (!isShown.current) throw new DOMException('The form was left', 'AbortError');
      return send(input);
    },
    onError,
    retry: (_failures, error) => isBusy(error),
  });
  return { ...mutation, isQueued: mutation.isPending && mutation.failureCount > 0 };
}
