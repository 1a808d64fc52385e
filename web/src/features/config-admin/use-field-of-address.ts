import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Goes to the field or the section that the address names after its `#`. */
export function useFieldOfAddress(): void {
  const { hash, key } = useRouterState({
    select: ({ resolvedLocation }) => ({ hash: resolvedLocation?.hash ?? '', key: resolvedLocation?.state.key }),
    structuralSharing: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another one when the same field is asked for again
  useEffect(() => {
    const target = hash && document.getElementById(hash);
    if (!target) return;
    target.scrollIntoView({ block: 'center' });
    if (hash.startsWith('setting-')) target.focus({ preventScroll: true });
  }, [hash, key]);
}
