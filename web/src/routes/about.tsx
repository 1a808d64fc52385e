import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '../shell/AboutPage';

export const Route = createFileRoute('/about')({ component: AboutPage });
