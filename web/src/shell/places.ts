import {
  IconAdjustments,
  IconClipboardList,
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
  path: '/' | '/games' | '/teams' | '/posts' | '/admin' | '/admin/games' | '/about';
  label: TextKey<'shell'>;
  icon: TablerIcon;
  /** Least role that sees it; without one everybody does. */
  role?: Role;
  /** For organisers of single games; administrators have them among their pages. */
  organises?: true;
};

const places: Place[] = [
  { path: '/', label: 'shell.home', icon: IconHome },
  { path: '/games', label: 'shell.games', icon: IconFlag3 },
  { path: '/teams', label: 'shell.teams', icon: IconUsers },
  { path: '/posts', label: 'shell.posts', icon: IconNews },
  { path: '/admin', label: 'shell.manage', icon: IconAdjustments, role: 'Admin' },
  { path: '/admin/games', label: 'shell.organise', icon: IconClipboardList, organises: true },
  { path: '/about', label: 'shell.about', icon: IconInfoCircle },
];

/** What an account sees; a visitor has none. */
export function placesFor(account: { role: Role; isOrganiser: boolean } | null): Place[] {
  return places.filter(({ role, organises }) => {
    if (organises) return account?.isOrganiser === true && !isAtLeast(account.role, 'Admin');
    return !role || (account !== null && isAtLeast(account.role, role));
  });
}
