import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { useTabRow } from '../../ui/use-tab-row';
import classes from './AdminFrame.module.css';
import { adminAreas } from './areas';

/** The pages of the administration beside their navigation; on small screens it is a row above. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useText('admin');
  const row = useTabRow();
  return (
    <div className={classes.frame}>
      <nav ref={row.ref} className={`${classes.nav} ${row.className}`} aria-label={t('admin.area.label')}>
        <ul className={classes.groups}>
          {adminAreas.map((group) => (
            <li key={group[0]?.label}>
              <ul className={classes.group}>
                {group.map(({ to, label, icon: Icon }) => (
                  <li key={label}>
                    <Link
                      to={to}
                      className={classes.link}
                      activeProps={{ 'aria-current': 'page' }}
                      activeOptions={{ exact: to === '/admin', includeSearch: false }}
                    >
                      <Icon aria-hidden />
                      <span className={classes.label}>{t(label)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className="shrinks">{children}</div>
    </div>
  );
}
