import {
  IconActivity,
  IconBell,
  IconChartBar,
  IconFlag3,
  IconInfoCircle,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { TextKey } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { TabLink, TabLinks } from '../../ui/TabLinks';
import classes from './GameTabs.module.css';

type Tab = {
  path:
    | '/games/$id'
    | '/games/$id/challenges'
    | '/games/$id/scoreboard'
    | '/games/$id/notices'
    | '/games/$id/monitor'
    | '/admin/games/$id';
  label: TextKey<'game'>;
  icon: TablerIcon;
  exact?: boolean;
  phone?: boolean;
};

const overview: Tab = { path: '/games/$id', label: 'game.tabs.overview', icon: IconInfoCircle, exact: true };
const challenges: Tab = { path: '/games/$id/challenges', label: 'game.tabs.challenges', icon: IconFlag3 };
const scoreboard: Tab = { path: '/games/$id/scoreboard', label: 'game.tabs.scoreboard', icon: IconChartBar };
const notices: Tab = { path: '/games/$id/notices', label: 'game.tabs.notices', icon: IconBell, phone: true };
const monitor: Tab = { path: '/games/$id/monitor', label: 'game.tabs.monitor', icon: IconActivity };
const edit: Tab = { path: '/admin/games/$id', label: 'game.tabs.edit', icon: IconPencil };

type GameTabsProps = {
  gameId: number;
  withChallenges: boolean;
  withBoard: boolean;
  canWatch: boolean;
  canEdit: boolean;
  unread: number;
};

export function GameTabs({ gameId, withChallenges, withBoard, canWatch, canEdit, unread }: GameTabsProps) {
  const t = useText('game');
  const place = useRouterState({ select: ({ location }) => location.pathname.split('/')[3]?.toLowerCase() });
  // A team's page is opened from the scoreboard; who may not see them gets the overview in place of the challenges.
  const lit = place === 'teams' ? scoreboard : place === 'challenges' && !withChallenges ? overview : undefined;
  const staff = [...(canWatch ? [monitor] : []), ...(canEdit ? [edit] : [])];
  const tabs = [
    overview,
    ...(withChallenges ? [challenges] : []),
    ...(withBoard ? [scoreboard] : []),
    ...staff,
    notices,
  ];
  return (
    <div className={classes.frame}>
      <TabLinks label={t('game.tabs.label')}>
        {tabs.map(({ path, label, icon: Icon, exact = false, phone = false }) => (
          <TabLink
            key={path}
            to={path}
            params={{ id: gameId }}
            className={phone ? classes.phone : undefined}
            activeOptions={{ exact, includeSearch: false }}
            data-status={path === lit?.path ? 'active' : undefined}
            icon={<Icon />}
            count={phone && unread > 0 ? <Count unread={unread} /> : undefined}
          >
            {phone ? <span className={classes.name}>{t(label)}</span> : t(label)}
          </TabLink>
        ))}
      </TabLinks>
    </div>
  );
}

function Count({ unread }: { unread: number }) {
  const t = useText('game');
  return (
    <>
      <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
      <span className="visually-hidden">{t('game.tabs.unread', { count: unread })}</span>
    </>
  );
}
