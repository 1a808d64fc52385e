import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

const fields = 'input:not([type="radio"], [type="hidden"], :disabled), textarea:not(:disabled)';

/** Gives the focus to a field, or to the first field of a section. */
export function goToPlace(id: string): void {
  const place = document.getElementById(id);
  if (!place) return;
  const fold = place.closest('details');
  if (fold) fold.open = true;
  const isField = place.matches(fields);
  place.scrollIntoView({ block: isField ? 'center' : 'nearest' });
  const field = isField ? place : place.querySelector<HTMLElement>(fields);
  if (!field) place.setAttribute('tabindex', '-1');
  (field ?? place).focus({ preventScroll: !field });
}

/** Goes to the place that the address names after its `#`. */
export function usePlaceOfAddress(): void {
  const { hash, key } = useRouterState({
    select: ({ resolvedLocation }) => ({ hash: resolvedLocation?.hash, key: resolvedLocation?.state.key }),
    structuralSharing: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another one when the same place is asked for again
  useEffect(() => {
    if (hash) goToPlace(hash);
  }, [hash, key]);
}
