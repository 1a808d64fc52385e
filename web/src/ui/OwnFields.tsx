import { lazy, Suspense } from 'react';
import type { OwnFieldInputsProps } from './OwnFieldInputs';

const OwnFieldInputs = lazy(() => import('./OwnFieldInputs'));

/** Loaded where something is asked. */
export function OwnFields(props: OwnFieldInputsProps) {
  return props.fields.length === 0 ? null : (
    <Suspense>
      <OwnFieldInputs {...props} />
    </Suspense>
  );
}
