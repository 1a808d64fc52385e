import { lazy } from 'react';

export const FieldsForm = lazy(() => import('./FieldsForm'));
export const RulesDue = lazy(() => import('./RulesDue'));
