import { lazy } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialog';
import { OnDemandDialog } from './OnDemand';

const ConfirmDialog = lazy(() => import('./ConfirmDialog').then((module) => ({ default: module.ConfirmDialog })));

/** A ConfirmDialog whose code comes when it is first opened; for pages that have to be there at once. */
export const OnDemandConfirm = (props: ConfirmDialogProps) => <OnDemandDialog dialog={ConfirmDialog} {...props} />;
