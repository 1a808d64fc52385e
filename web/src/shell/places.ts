import {
  IconAdjustments,
  IconFlag3,
  IconHome,
  IconInfoCircle,
  IconNews,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { TextKey } from '../i18n/texts';

/** Where the navigation leads. */
export type Place = {
  path: '/' | '/games' | '/teams' | '/posts' | '/admin' | '/about';
  label: TextKey<'shell'>;
  icon: TablerIcon;
  /** Least role that sees it; without one everybody does. */
  role?: Role;
};

const places: Place[] = [
  { path: '/', label: 'shell.home', icon: IconHome },
  { path: '/games', label: 'shell.games', icon: IconFlag3 },
  { path: '/teams', label: 'shell.teams', icon: IconUsers },
  { path: '/posts', label: 'shell.posts', icon: IconNews },
  { path: '/admin', label: 'shell.manage', icon: IconAdjustments, role: 'Admin' },
  { path: '/about', label: 'shell.about', icon: IconInfoCircle },
];

export const placesFor = (role: Role | undefined): Place[] =>
  places.filter((place) => !place.role || (role !== undefined && isAtLeast(role, place.role)));
