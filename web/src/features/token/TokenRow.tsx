import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconCircleCheckFilled, IconClockX, IconDots, IconRestore, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { RelativeTime, Time } from '../../ui/Time';
import { groupScopes } from './scope-areas';
import classes from './Tokens.module.css';
import { type ApiToken, stateOf, type TokenAction } from './token.queries';

const icons = { valid: IconCircleCheckFilled, expired: IconClockX, revoked: IconBan };

type TokenRowProps = { token: ApiToken; now: number; onAction: (action: TokenAction) => void };

export function TokenRow({ token, now, onAction }: TokenRowProps) {
  const t = useText('token');
  const state = stateOf(token, now);
  const Icon = icons[state];
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.what}>
        <span className={classes.name}>{token.name}</span>
        <span className={classes.dimmed}>
          {t('token.by', { name: token.creator ?? t('token.deletedAccount') })} ·{' '}
          <Time at={token.createdAt} format="date" />
        </span>
      </div>
      <ul className={classes.chips} aria-label={t('token.scopes.label')}>
        {groupScopes(token.scopes).map(([area, rights]) => (
          <li key={area} data-powerful={area === 'admin' && rights.includes('write') ? true : undefined}>
            {t(`token.areas.${area}`)}
            <span>{rights.map((right) => t(`token.scopes.${right}`)).join(' + ')}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.times}>
        <div>
          <dt>{t('token.expires')}</dt>
          <dd>{token.expiresAt === null ? t('token.never') : <RelativeTime at={token.expiresAt} />}</dd>
        </div>
        <div>
          <dt>{t('token.used')}</dt>
          <dd>{token.lastUsedAt === null ? t('token.unused') : <RelativeTime at={token.lastUsedAt} />}</dd>
        </div>
      </dl>
      <span className={classes.state}>
        <Icon size={16} stroke={1.75} aria-hidden />
        {t(`token.state.${state}`)}
      </span>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('token.change', { name: token.name })} className={classes.menu}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {token.isRevoked ? (
            <Menu.Item
              leftSection={<IconRestore size={18} stroke={1.75} aria-hidden />}
              onClick={() => onAction('restore')}
            >
              {t('token.restore.action')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconBan size={18} stroke={1.75} aria-hidden />} onClick={() => onAction('revoke')}>
              {t('token.revoke.action')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            onClick={() => onAction('remove')}
          >
            {t('token.remove.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
