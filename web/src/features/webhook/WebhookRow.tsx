import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconClock,
  IconKey,
  IconListDetails,
  IconPencil,
  IconSend,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { MainCell } from '../../ui/DataTable';
import { RowTool } from '../../ui/RowTool';
import { StateWord } from '../../ui/StateWord';
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

const tones = { off: undefined, new: undefined, works: 'solved', fails: 'danger' } as const;

function stateOf({ isEnabled, lastState }: Webhook): keyof typeof icons {
  if (!isEnabled) return 'off';
  if (lastState === null) return 'new';
  return lastState === 'Delivered' ? 'works' : 'fails';
}

export function WebhookRow({ webhook, onAction }: { webhook: Webhook; onAction: (action: WebhookAction) => void }) {
  const t = useText('webhook');
  const state = stateOf(webhook);
  return (
    <tr>
      <td data-wide>
        <MainCell name={webhook.name} detail={`${t(`webhook.format.${webhook.format}`)} · ${webhook.host}`} />
      </td>
      <td data-wide data-label={t('webhook.kinds')}>
        <ul className={classes.chips} aria-label={t('webhook.kinds')}>
          {webhook.isPrivate && <li data-private>{t('webhook.private')}</li>}
          {webhook.kinds.map((kind) => (
            <li key={kind}>{t(`webhook.kind.${kind}`)}</li>
          ))}
        </ul>
      </td>
      <td data-label={t('webhook.game')}>{webhook.gameTitle ?? t('webhook.allGames')}</td>
      <td data-narrow data-label={t('webhook.stateHead')}>
        <StateWord
          icon={icons[state]}
          tone={tones[state]}
          detail={webhook.waiting > 0 && t('webhook.waiting', { count: webhook.waiting })}
        >
          {t(`webhook.state.${state}`)}
        </StateWord>
      </td>
      <td data-narrow data-tools="many">
        {actions.map(([action, ActionIconOf]) => (
          <RowTool
            key={action}
            isMain={action === 'edit'}
            label={t(`webhook.${action}.action`)}
            name={webhook.name}
            disabled={action === 'test' && !webhook.isEnabled}
            onClick={() => onAction(action)}
          >
            <ActionIconOf aria-hidden />
          </RowTool>
        ))}
      </td>
    </tr>
  );
}
