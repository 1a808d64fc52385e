import { Button } from '@mantine/core';
import { IconConfetti, IconFilterOff, IconFlag3 } from '@tabler/icons-react';
import type { GameDetails } from '@vexil/contract/challenge';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { useCommands } from '../../ui/commands';
import { EmptyState } from '../../ui/EmptyState';
import { useKeys } from '../../ui/keys';
import { useBackToClose } from '../../ui/use-back-to-close';
import { useHeightLeft } from '../../ui/use-height-left';
import { ChallengeFilters } from './ChallengeFilters';
import { ChallengeList } from './ChallengeList';
import classes from './ChallengesPage.module.css';
import { type ChallengesSearch, challengeGroups, filterChallenges } from './challenge-filter';

type Around = { onPrevious: (() => void) | null; onNext: (() => void) | null; onClose: () => void };

type ChallengesPageProps = {
  gameId: number;
  details: GameDetails;
  running: ReadonlySet<number>;
  search: ChallengesSearch;
  onSearch: (search: ChallengesSearch, options?: { push?: boolean }) => void;
  dock: ReactNode;
  /** Shown while no challenge is open. */
  overview: ReactNode;
  detail: (challengeId: number, around: Around) => ReactNode;
};

export function ChallengesPage(props: ChallengesPageProps) {
  const { gameId, details, running, search, onSearch, dock, overview, detail } = props;
  const t = useText('challenge');
  const page = useRef<HTMLDivElement>(null);
  // On phones the detail is a page of its own.
  const { markOpened, close } = useBackToClose(() => onSearch({ ...search, challenge: undefined }));
  useHeightLeft(page);

  const groups = useMemo(() => challengeGroups(details), [details]);
  const solved = useMemo(() => new Set(details.rank.solvedChallenges.map(({ id }) => id)), [details.rank]);
  const shown = filterChallenges(groups, search, solved);
  const order = shown.flatMap(({ challenges }) => challenges.map(({ id }) => id));
  const selected = search.challenge;

  const noteOpened = useCallback(() => {
    if (selected === undefined) markOpened();
  }, [selected, markOpened]);
  const open = (challenge: number | undefined) => {
    if (challenge === undefined) return;
    noteOpened();
    onSearch({ ...search, challenge }, { push: selected === undefined });
  };
  const at = selected === undefined ? -1 : order.indexOf(selected);
  const next = order[at + 1];
  const previous = at > 0 ? order[at - 1] : undefined;
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();

  const group = t('challenge.keys.group');
  useKeys([
    { group, keys: 'j', label: t('challenge.keys.next'), run: () => open(next) },
    { group, keys: 'k', label: t('challenge.keys.previous'), run: () => open(at < 0 ? order.at(-1) : previous) },
    { group, keys: '/', label: t('challenge.keys.search'), run: () => focus('input[type=search]') },
    { group, keys: 'f', label: t('challenge.keys.flag'), run: () => focus('footer input') },
    { group, keys: 'Escape', label: t('challenge.keys.close'), run: () => selected !== undefined && close() },
  ]);
  useCommands(
    groups.flatMap(({ category, challenges }) =>
      challenges.map(({ id, title }) => ({
        id: `game.${gameId}.challenge.${id}`,
        label: title,
        detail: t(`ui.category.${category}`),
        icon: <CategoryIcon category={category} />,
        run: () => open(id),
      })),
    ),
  );
  useEffect(() => {
    if (selected === undefined) return;
    page.current?.querySelector(`[data-challenge="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  return (
    <div ref={page} className={classes.page} data-open={selected !== undefined || undefined}>
      <div className={classes.columns}>
        <div className={classes.filters}>
          <ChallengeFilters groups={groups} solved={solved} search={search} onSearch={onSearch} />
        </div>
        <div className={classes.list}>
          <div className={classes.dock}>{dock}</div>
          <div className={classes.rows}>
            {order.length === 0 && (
              <NothingShown
                total={groups.length}
                done={groups.every(({ challenges }) => challenges.every(({ id }) => solved.has(id)))}
                onClear={() => onSearch({ challenge: selected, sort: search.sort })}
              />
            )}
            <ChallengeList
              gameId={gameId}
              groups={shown}
              solved={solved}
              running={running}
              selected={selected}
              ownTeamId={details.rank.id}
              onOpen={noteOpened}
            />
          </div>
        </div>
        <div className={classes.detail} key={selected ?? 'overview'}>
          {selected === undefined
            ? overview
            : detail(selected, {
                onPrevious: previous === undefined ? null : () => open(previous),
                onNext: next === undefined ? null : () => open(next),
                onClose: close,
              })}
        </div>
      </div>
    </div>
  );
}

function NothingShown({ total, done, onClear }: { total: number; done: boolean; onClear: () => void }) {
  const t = useText('challenge');
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('challenge.list.clear')}
    </Button>
  );
  if (total === 0) {
    return (
      <EmptyState
        icon={<IconFlag3 size={28} stroke={1.75} />}
        title={t('challenge.list.empty')}
        hint={t('challenge.list.emptyHint')}
      />
    );
  }
  if (done) {
    return (
      <EmptyState
        icon={<IconConfetti size={28} stroke={1.75} />}
        title={t('challenge.list.allSolved')}
        hint={t('challenge.list.allSolvedHint')}
        action={clear}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.75} />}
      title={t('challenge.list.nothing')}
      hint={t('challenge.list.nothingHint')}
      action={clear}
    />
  );
}
