import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../../features/account/guard';

export const Route = createFileRoute('/admin')({ beforeLoad: requireAccount });
