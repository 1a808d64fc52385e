import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconClock,
  IconDots,
  IconKey,
  IconListDetails,
  IconPencil,
  IconSend,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import classes from './Webhooks.module.css';
import type { Webhook } from './webhook.queries';

export type WebhookAction = 'edit' | 'deliveries' | 'test' | 'renew' | 'remove';

const actions: readonly (readonly [WebhookAction, TablerIcon])[] = [
  ['edit', IconPencil],
  ['deliveries', IconListDetails],
  ['test', IconSend],
  ['renew', IconKey],
  ['remove', IconTrash],
];

const icons = { off: IconCircleDashed, new: IconClock, works: IconCircleCheckFilled, fails: IconCircleXFilled };

function stateOf({ isEnabled, lastState }: Webhook): keyof typeof icons {
  if (!isEnabled) return 'off';
  if (lastState === null) return 'new';
  return lastState === 'Delivered' ? 'works' : 'fails';
}

export function WebhookRow({ webhook, onAction }: { webhook: Webhook; onAction: (action: WebhookAction) => void }) {
  const t = useText('webhook');
  const state = stateOf(webhook);
  const Icon = icons[state];
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.what}>
        <span className={classes.name}>{webhook.name}</span>
        <span className={classes.dimmed}>
          {t(`webhook.format.${webhook.format}`)} · {webhook.host}
        </span>
      </div>
      <ul className={classes.chips} aria-label={t('webhook.kinds')}>
        <li>{webhook.gameTitle ?? t('webhook.allGames')}</li>
        {webhook.isPrivate && <li data-private>{t('webhook.private')}</li>}
        {webhook.kinds.map((kind) => (
          <li key={kind}>{t(`webhook.kind.${kind}`)}</li>
        ))}
      </ul>
      <span className={classes.state}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span>
          {t(`webhook.state.${state}`)}
          {webhook.waiting > 0 && (
            <span className={classes.waiting}>{t('webhook.waiting', { count: webhook.waiting })}</span>
          )}
        </span>
      </span>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('webhook.change', { name: webhook.name })} className={classes.menu}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(([action, ActionIconOf]) => (
            <Menu.Item
              key={action}
              color={action === 'remove' ? 'red' : undefined}
              disabled={action === 'test' && !webhook.isEnabled}
              leftSection={<ActionIconOf size={18} stroke={1.75} aria-hidden />}
              onClick={() => onAction(action)}
            >
              {t(`webhook.${action}.action`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
