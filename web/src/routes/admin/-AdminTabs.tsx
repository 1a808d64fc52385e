import { IconFlag3, IconKey, IconUsers } from '@tabler/icons-react';
import { useAccount } from '../../features/account/account.queries';
import { useText } from '../../i18n/use-text';
import { TabLink, TabLinks } from '../../ui/TabLinks';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The places of administration; who only organises games has but one, and needs no tabs. */
export function AdminTabs() {
  const t = useText('game-edit');
  if (useAccount()?.role !== 'Admin') return null;
  return (
    <TabLinks label={t('game-edit.area.label')}>
      <TabLink to="/admin/games" icon={<IconFlag3 {...icon} />}>
        {t('game-edit.area.games')}
      </TabLink>
      <TabLink to="/admin/users" icon={<IconUsers {...icon} />}>
        {t('game-edit.area.accounts')}
      </TabLink>
      <TabLink to="/admin/tokens" icon={<IconKey {...icon} />}>
        {t('game-edit.area.tokens')}
      </TabLink>
    </TabLinks>
  );
}
