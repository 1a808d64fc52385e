import { useText } from '../../i18n/use-text';
import { FilterSelect } from '../../ui/ListFilters';
import own from './Audit.module.css';
import { useGameTitles } from './audit-log.queries';

type GameFilterProps = { game: number | undefined; onGame: (game: number | undefined) => void };

/** A game that is gone keeps its number. */
export function GameFilter({ game, onGame }: GameFilterProps) {
  const t = useText('audit-log');
  const games = useGameTitles();
  const choices = [...games].map(([id, label]) => ({ value: `${id}`, label }));
  const isKnown = game === undefined || games.has(game);
  return (
    <FilterSelect
      className={own.game}
      label={t('audit-log.game')}
      placeholder={t('audit-log.game')}
      searchable
      value={game === undefined ? undefined : `${game}`}
      onChange={(id) => onGame(Number(id) || undefined)}
      data={isKnown ? choices : [...choices, { value: `${game}`, label: `#${game}` }]}
    />
  );
}
