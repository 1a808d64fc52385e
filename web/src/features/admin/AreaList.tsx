import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import classes from './AdminFrame.module.css';
import { adminAreas } from './areas';

/** Links to all pages of the administration, in groups. */
export function AreaList({ onGo }: { onGo?: () => void }) {
  const t = useText('admin');
  // The setup is part of the overview.
  const isSetup = useRouterState({ select: ({ location }) => /^\/admin\/start\b/i.test(location.pathname) });
  return (
    <ul className={classes.groups}>
      {adminAreas.map((group) => (
        <li key={group[0]?.label}>
          <ul className={classes.group}>
            {group.map(({ to, label, icon: Icon }) => (
              <li key={label}>
                <Link
                  to={to}
                  className={classes.link}
                  aria-current={isSetup && to === '/admin' ? 'page' : undefined}
                  activeProps={{ 'aria-current': 'page' }}
                  activeOptions={{ exact: to === '/admin', includeSearch: false }}
                  onClick={onGo}
                >
                  <Icon />
                  <span className={classes.label}>{t(label)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
