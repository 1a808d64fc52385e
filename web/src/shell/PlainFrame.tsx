import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';

/** Around pages for projectors and foreign frames, which have no navigation. */
export const PlainFrame = ({ children }: { children: ReactNode }) => <ErrorBoundary>{children}</ErrorBoundary>;
