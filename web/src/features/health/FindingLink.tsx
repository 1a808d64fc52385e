import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import type { Finding } from './findings';

/** To the page where a whole finding is dealt with; findings about challenges link each of them. */
export function FindingLink({ gameId, kind }: { gameId: number; kind: Finding['kind'] }) {
  const t = useText('health');
  const params = { id: gameId };
  switch (kind) {
    case 'hidden':
      return (
        <Link to="/admin/games/$id/info" params={params} hash="visibility">
          {t('health.open.hidden')}
        </Link>
      );
    case 'review':
      return (
        <Link to="/admin/games/$id/review" params={params} search={{ status: 'Pending' }}>
          {t('health.open.review')}
        </Link>
      );
    case 'cheating':
      return (
        <Link to="/games/$id/monitor/cheatinfo" params={params}>
          {t('health.open.cheating')}
        </Link>
      );
    case 'unjudged':
      return (
        <Link to="/games/$id/monitor/submissions" params={params} search={{ type: 'FlagSubmitted' }}>
          {t('health.open.unjudged')}
        </Link>
      );
    case 'unread':
    case 'missing':
      return (
        <Link to="/admin/games/$id/writeups" params={params}>
          {t('health.open.writeups')}
        </Link>
      );
    default:
      return null;
  }
}
