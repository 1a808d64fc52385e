import { Link } from '@tanstack/react-router';
import { brandName, useConfig } from '../features/config/config.queries';
import { Pennant } from '../ui/Pennant';
import classes from './Brand.module.css';

/** Mark and name, leading home; the organiser's logo and title stand in their place where there are any. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const config = useConfig();
  const name = brandName(config);
  return (
    <Link to="/" className={`${classes.brand} ${compact ? classes.compact : ''}`} aria-label={name}>
      {config?.logoUrl ? (
        <img src={config.logoUrl} alt="" className={classes.logo} />
      ) : (
        <span className={classes.mark}>
          <Pennant size={26} />
        </span>
      )}
      <span className={classes.name}>{name}</span>
    </Link>
  );
}
