import type { AuditEntry, AuditEntryOfAll } from '@vexil/contract/audit';
import { type AuditAction, auditActions } from '@vexil/db/enums/audit';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './Audit.module.css';
import { RestoreButton } from './RestoreButton';
import { restorableOf } from './restorable';
import { nameOfTarget } from './target-name';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isKnown = (action: string): action is AuditAction => auditActions.some((each) => each === action);
const actionKey = <Action extends AuditAction>(action: Action) => `audit-log.action.${action}` as const;

type AuditLineProps = {
  entry: AuditEntry | AuditEntryOfAll;
  gameId?: number | undefined /** Titles of games by id. */;
  games: ReadonlyMap<number, string>;
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** One change; opened it shows what each field was and is. */
export function AuditLine({ entry, gameId, games }: AuditLineProps) {
  const t = useText('audit-log');
  const { before, after } = entry;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = before && after ? names.filter((name) => !same(before[name], after[name])) : [];
  const name = nameOfTarget(entry);
  return (
    <li className={classes.line}>
      <details>
        <summary data-row className={classes.summary} data-all={'gameId' in entry || undefined}>
          <Time at={entry.time} format="exact" className={classes.dimmed} />
          <span className={classes.who}>{entry.userName ?? t('audit-log.gone')}</span>
          <span className={classes.action}>{isKnown(entry.action) ? t(actionKey(entry.action)) : entry.action}</span>
          <span className={classes.target}>
            {name ?? <span className={`${classes.dimmed} mono`}>{entry.target}</span>}
          </span>
          <span className={classes.fields}>{changed.join(', ')}</span>
          {'gameId' in entry && (
            <span className={classes.fields}>
              {entry.gameId !== null && (games.get(entry.gameId) ?? t('audit-log.inGame', { id: entry.gameId }))}
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
          <p className={`${classes.dimmed} mono`}>
            {[entry.action, entry.target, 'ip' in entry ? entry.ip : null].filter(Boolean).join(' · ')}
          </p>
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
