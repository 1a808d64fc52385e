import {
  IconActivityHeartbeat,
  IconBox,
  IconFiles,
  IconFlag3,
  IconGauge,
  IconHistory,
  IconKey,
  IconListDetails,
  IconServer2,
  IconSettings,
  IconUser,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { TextKey } from '../../i18n/texts';

type Area = { to: LinkProps['to']; label: TextKey<'admin'>; icon: TablerIcon };

/** The pages of the administration in groups, as its navigation shows them. */
export const adminAreas: Area[][] = [
  [
    { to: '/admin', label: 'admin.area.overview', icon: IconGauge },
    { to: '/admin/health', label: 'admin.area.health', icon: IconActivityHeartbeat },
    { to: '/admin/games', label: 'admin.area.games', icon: IconFlag3 },
    { to: '/admin/instances', label: 'admin.area.instances', icon: IconBox },
    { to: '/admin/engines', label: 'admin.area.engines', icon: IconServer2 },
  ],
  [
    { to: '/admin/users', label: 'admin.area.accounts', icon: IconUser },
    { to: '/admin/teams', label: 'admin.area.teams', icon: IconUsersGroup },
  ],
  [
    { to: '/admin/logs', label: 'admin.area.logs', icon: IconListDetails },
    { to: '/admin/audit', label: 'admin.area.audit', icon: IconHistory },
  ],
  [
    { to: '/admin/settings', label: 'admin.area.settings', icon: IconSettings },
    { to: '/admin/files', label: 'admin.area.files', icon: IconFiles },
    { to: '/admin/tokens', label: 'admin.area.tokens', icon: IconKey },
    { to: '/admin/webhooks', label: 'admin.area.webhooks', icon: IconWebhook },
  ],
];
