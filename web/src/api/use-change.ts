import { useMutation } from '@tanstack/react-query';

/** A call that changes something, and has what it changed read again; also when it is refused, as others may have. */
export const useChange = <Reply, Input = void>(send: (input: Input) => Promise<Reply>, refresh: () => unknown) =>
  useMutation({ mutationFn: send, onSettled: () => refresh() });
