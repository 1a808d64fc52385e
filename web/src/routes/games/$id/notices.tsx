import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../../features/account/account.queries';
import { gameQuery } from '../../../features/game/game.queries';
import { useStarted } from '../../../features/game/use-phase';
import { NoticeList } from '../../../features/notice/NoticeList';
import { useText } from '../../../i18n/use-text';
import { useChallengeFinder } from '../../../live/details-query';
import { PageTitle } from '../../../ui/PageHeader';
import { Panel } from '../../../ui/Panel';

export const Route = createFileRoute('/games/$id/notices')({ component: Notices });

function Notices() {
  const t = useText('notice');
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const accountId = useAccount()?.userId;
  const findChallenge = useChallengeFinder(id);
  return (
    <Panel flush title={t('notice.title')} className="page-width">
      <PageTitle title={`${t('notice.title')} · ${game.title}`} />
      <NoticeList gameId={id} accountId={accountId} started={useStarted(game.start)} findChallenge={findChallenge} />
    </Panel>
  );
}
