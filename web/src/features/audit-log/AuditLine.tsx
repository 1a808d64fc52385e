import type { AuditEntry, AuditEntryOfAll } from '@vexil/contract/audit';
import { type AuditAction, auditActions, auditKinds } from '@vexil/db/enums/audit';
import { useLanguage, useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './Audit.module.css';
import { labelOf, shownOf } from './field-words';
import { RestoreButton } from './RestoreButton';
import { restorableOf } from './restorable';
import { nameOfTarget } from './target-name';

const isKnown = (action: string): action is AuditAction => auditActions.some((each) => each === action);
/** What no account does. */
const ofWorkers = new Set(['account.erase', 'challenge.release', 'game.removeExpired']);
const actionKey = <Action extends AuditAction>(action: Action) => `audit-log.action.${action}` as const;

/** The words of the editors for the fields of one action. */
function useFieldWords(action: string) {
  const t = useText(
    'account-admin',
    'challenge-edit',
    'config-admin',
    'conflict',
    'division',
    'engine',
    'game-edit',
    'notice-edit',
    'post',
    'review',
    'solver',
    'staff',
    'team-admin',
    'token',
    'webhook',
    'writeup-edit',
  );
  const language = useLanguage();
  return {
    label: (name: string) => labelOf(action, name, t, language),
    shown: (name: string, value: unknown) => shownOf(action, name, value, t, language),
  };
}

/** `challenge:35` in words. */
function useTargetWords(target: string): string {
  const t = useText('audit-log');
  const [first, ...rest] = target.split(':');
  const kind = auditKinds.find((each) => each === first);
  return kind ? [t(`audit-log.kind.${kind}`), ...rest].join(' ') : target;
}

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
  const words = useFieldWords(entry.action);
  const target = useTargetWords(entry.target);
  return (
    <li className={classes.line}>
      <details>
        <summary data-row className={classes.summary} data-all={'gameId' in entry || undefined}>
          <Time at={entry.time} format="exact" className={classes.dimmed} />
          <span className="semibold">
            {entry.userName ?? t(ofWorkers.has(entry.action) ? 'audit-log.platform' : 'audit-log.gone')}
          </span>
          <span className={classes.action}>{isKnown(entry.action) ? t(actionKey(entry.action)) : entry.action}</span>
          <span className={classes.target}>{name ?? <span className={classes.dimmed}>{target}</span>}</span>
          <span className={classes.fields}>{changed.map(words.label).join(', ')}</span>
          {'gameId' in entry && (
            <span className={classes.fields}>
              {entry.gameId !== null && (games.get(entry.gameId) ?? t('audit-log.inGame', { id: entry.gameId }))}
            </span>
          )}
        </summary>
        <div className={classes.details}>
          {names.length > 0 ? (
            <Changes entry={entry} gameId={gameId} names={names} />
          ) : (
            <p className={classes.dimmed}>{t('audit-log.noFields')}</p>
          )}
          <p className={classes.dimmed} title={`${entry.action} · ${entry.target}`}>
            {[target, 'ip' in entry ? entry.ip : null].filter(Boolean).join(' · ')}
          </p>
        </div>
      </details>
    </li>
  );
}

function Changes({ entry, gameId, names }: Pick<AuditLineProps, 'entry' | 'gameId'> & { names: readonly string[] }) {
  const t = useText('audit-log');
  const words = useFieldWords(entry.action);
  const { before, after } = entry;
  return (
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
            <th scope="row" title={name}>
              {words.label(name)}
            </th>
            {before && <td>{words.shown(name, before[name])}</td>}
            {after && <td>{words.shown(name, after[name])}</td>}
            {gameId !== undefined && (
              <td className={classes.restore}>
                <Restore gameId={gameId} entry={entry} name={name} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Restore({ gameId, entry, name }: { gameId: number; entry: AuditEntry; name: string }) {
  const words = useFieldWords(entry.action);
  const what = restorableOf(entry, name);
  if (!what) return null;
  const shown = words.shown(name, entry.before?.[name]);
  return <RestoreButton gameId={gameId} field={words.label(name)} shown={shown} what={what} />;
}
