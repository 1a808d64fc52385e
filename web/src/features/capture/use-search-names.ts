import { useText } from '../../i18n/use-text';
import type { CaptureSearch } from './search.queries';

type Place = Pick<CaptureSearch, 'challenge' | 'challengeId' | 'participationId' | 'team'>;

/** Words for what is searched, and where. */
export function useSearchNames() {
  const t = useText('capture');
  const challengeOf = ({ challenge, challengeId }: Place) => challenge ?? `#${challengeId}`;
  const teamOf = ({ team, participationId }: Place) =>
    team ?? (participationId === 0 ? t('capture.allTeams') : `#${participationId}`);
  return {
    challengeOf,
    teamOf,
    patternOf: ({ pattern }: CaptureSearch) => pattern ?? t('capture.find.kinds.flag'),
    scopeOf: (place: Place) => {
      const [challenge, team] = [challengeOf(place), teamOf(place)];
      if (place.challengeId === null && place.participationId === null) return t('capture.find.scopes.game');
      if (place.participationId === null) return t('capture.find.scopes.challenge', { challenge });
      if (place.challengeId === null) return t('capture.find.scopes.team', { team });
      return t('capture.find.scopes.folder', { challenge, team });
    },
  };
}
