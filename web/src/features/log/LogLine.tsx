import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './Logs.module.css';
import type { LogMessage } from './log.queries';
import type { Level } from './logs-search';

const icons = { Information: IconInfoCircle, Warning: IconAlertTriangle, Error: IconCircleX, Fatal: IconCircleX };

type LogLineProps = { line: LogMessage; isNew?: boolean; onSearch: (text: string) => void };

export function LogLine({ line, isNew = false, onSearch }: LogLineProps) {
  const t = useText('log');
  const level = (line.level && line.level in icons ? line.level : 'Information') as Level;
  const Icon = icons[level];
  return (
    <li className={classes.line} data-level={level} data-new={isNew || undefined}>
      <span className={classes.level}>
        <Icon size={16} />
        <span className="visually-hidden">{t(`log.levels.${level}`)}</span>
      </span>
      <Time at={line.time} format="exact" className="dimmed" />
      <span className={classes.message}>{line.msg}</span>
      <span className="shrinks dimmed tight">
        {line.name && (
          <button type="button" title={t('log.onlyThis')} onClick={() => onSearch(line.name ?? '')}>
            {line.name}
          </button>
        )}
      </span>
      <span className="shrinks dimmed tight mono">
        {line.ip && (
          <button type="button" title={t('log.onlyThis')} onClick={() => onSearch(line.ip ?? '')}>
            {line.ip}
          </button>
        )}
      </span>
    </li>
  );
}
