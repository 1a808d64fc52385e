import { useMutation } from '@tanstack/react-query';

/**
 * A call that changes something, and has what it changed read again; also when it is refused, as others may have. Not so
 * for a form that merges with what others have stored: it reads that from the refusal, and asks about it.
 */
export const useChange = <Reply, Input = void>(
  send: (input: Input) => Promise<Reply>,
  refresh: () => unknown,
  after: 'any' | 'success' = 'any',
) =>
  useMutation({
    mutationFn: send,
    ...(after === 'success' ? { onSuccess: () => refresh() } : { onSettled: () => refresh() }),
  });
