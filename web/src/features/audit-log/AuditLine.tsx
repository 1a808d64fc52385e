import type { AuditEntry, AuditEntryOfAll } from '@vexil/contract/audit';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './Audit.module.css';
import { RestoreButton } from './RestoreButton';
import { restorableOf } from './restorable';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One change; opened it shows what each field was and is. */
type AuditLineProps = { entry: AuditEntry | AuditEntryOfAll; gameId?: number | undefined };

export function AuditLine({ entry, gameId }: AuditLineProps) {
  const t = useText('audit-log');
  const { before, after } = entry;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <li className={classes.line}>
      <details>
        <summary className={classes.summary}>
          <Time at={entry.time} format="exact" className={classes.dimmed} />
          <span className={classes.who}>{entry.userName ?? t('audit-log.gone')}</span>
          <span className="mono">{entry.action}</span>
          <span className={`${classes.dimmed} mono`}>{entry.target}</span>
          {'gameId' in entry && (
            <span className={classes.dimmed}>
              {entry.gameId !== null && t('audit-log.inGame', { id: entry.gameId })}
            </span>
          )}
        </summary>
        <div className={classes.details}>
          {names.length > 0 ? (
            <table className={classes.changes}>
              <thead>
                <tr>
                  <th scope="col">{t('audit-log.field')}</th>
                  {before && <th scope="col">{t('audit-log.before')}</th>}
                  {after && <th scope="col">{t('audit-log.after')}</th>}
                  {gameId !== undefined && <td />}
                </tr>
              </thead>
              <tbody>
                {names.map((name) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {before && <td>{textOf(before[name])}</td>}
                    {after && <td>{textOf(after[name])}</td>}
                    {gameId !== undefined && (
                      <td className={classes.restore}>
                        <Restore gameId={gameId} entry={entry} name={name} />
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className={classes.dimmed}>{t('audit-log.noFields')}</p>
          )}
          {'ip' in entry && entry.ip && <p className={`${classes.dimmed} mono`}>{entry.ip}</p>}
        </div>
      </details>
    </li>
  );
}

function Restore({ gameId, entry, name }: { gameId: number; entry: AuditEntry; name: string }) {
  const what = restorableOf(entry, name);
  if (!what) return null;
  return <RestoreButton gameId={gameId} field={name} shown={textOf(entry.before?.[name])} what={what} />;
}
