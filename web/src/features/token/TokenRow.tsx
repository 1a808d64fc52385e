import { IconBan, IconCircleCheckFilled, IconClockX, IconRestore, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { MainCell, PickCell } from '../../ui/DataTable';
import { RowTool } from '../../ui/RowTool';
import { StateWord } from '../../ui/StateWord';
import { RelativeTime, Time } from '../../ui/Time';
import type { Selection } from '../../ui/use-selection';
import { groupScopes } from './scope-areas';
import classes from './Tokens.module.css';
import { type ApiToken, stateOf, type TokenAction } from './token.queries';

const icons = { valid: IconCircleCheckFilled, expired: IconClockX, revoked: IconBan };

const tones = { valid: 'solved', expired: undefined, revoked: 'danger' } as const;

type TokenRowProps = {
  token: ApiToken;
  now: number;
  /** Absent where tokens can only be removed. */
  selection?: Selection<string>;
  onAction: (action: TokenAction) => void;
};

export function TokenRow({ token, now, selection, onAction }: TokenRowProps) {
  const t = useText('token');
  const state = stateOf(token, now);
  const { name, isRevoked } = token;
  return (
    <tr className={classes.row} data-state={state}>
      {selection && <PickCell selection={selection} id={token.id} name={name} />}
      <td data-wide>
        <MainCell
          name={<span className={classes.name}>{name}</span>}
          detail={
            <>
              {t('token.by', { name: token.creator ?? t('token.deletedAccount') })} ·{' '}
              <Time at={token.createdAt} format="date" />
            </>
          }
        />
      </td>
      <td data-wide data-label={t('token.scopes.label')}>
        <ul className={classes.chips} aria-label={t('token.scopes.label')}>
          {groupScopes(token.scopes).map(([area, rights]) => (
            <li key={area} data-powerful={area === 'admin' && rights.includes('write') ? true : undefined}>
              {t(`token.areas.${area}`)}
              <span>{rights.map((right) => t(`token.scopes.${right}`)).join(' + ')}</span>
            </li>
          ))}
        </ul>
      </td>
      <td data-narrow data-label={t('token.expires')}>
        {token.expiresAt === null ? t('token.never') : <RelativeTime at={token.expiresAt} />}
      </td>
      <td data-narrow data-label={t('token.used')}>
        {token.lastUsedAt === null ? t('token.unused') : <RelativeTime at={token.lastUsedAt} />}
      </td>
      <td data-narrow data-label={t('token.stateHead')}>
        <StateWord icon={icons[state]} tone={tones[state]}>
          {t(`token.state.${state}`)}
        </StateWord>
      </td>
      <td data-narrow data-tools="many">
        {selection && (
          <RowTool
            isMain
            label={t(isRevoked ? 'token.restore.action' : 'token.revoke.action')}
            name={name}
            onClick={() => onAction(isRevoked ? 'restore' : 'revoke')}
          >
            {isRevoked ? <IconRestore /> : <IconBan />}
          </RowTool>
        )}
        <RowTool label={t('token.remove.action')} name={name} onClick={() => onAction('remove')}>
          <IconTrash />
        </RowTool>
      </td>
    </tr>
  );
}
