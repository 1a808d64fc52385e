import { Button } from '@mantine/core';
import { IconConfetti, IconFilterOff, IconFlag3 } from '@tabler/icons-react';
import type { GameDetails } from '@vexil/contract/challenge';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryName } from '../../ui/category';
import { useCommands } from '../../ui/commands';
import { EmptyState } from '../../ui/EmptyState';
import { useKeys } from '../../ui/keys';
import { useBackToClose } from '../../ui/use-back-to-close';
import { useHeightLeft } from '../../ui/use-height-left';
import { useStable } from '../../ui/use-stable';
import { useStage } from '../../ui/use-stage';
import { ChallengeFilters } from './ChallengeFilters';
import { ChallengeList } from './ChallengeList';
import classes from './ChallengesPage.module.css';
import { challengeGroups, filterChallenges } from './challenge-filter';
import type { ChallengesSearch } from './challenge-search';
import { LockedList } from './LockedList';
import { PaneSeparator } from './PaneSeparator';
import { useDetailShare } from './pane-share';
import { neighbour } from './rove';

type Step = (() => void) | null;
/** `onNextUnsolved` begins again at the top of the list. */
type Around = {
  onPrevious: Step;
  onNext: Step;
  onNextUnsolved: Step;
  onClose: () => void;
  onOpen: (challengeId: number) => void;
};

type ChallengesPageProps = {
  gameId: number;
  details: Pick<GameDetails, 'challenges' | 'locked'> & { rank: Pick<GameDetails['rank'], 'id' | 'solvedChallenges'> };
  running: ReadonlySet<number>;
  /** Whether a solve counts now. */
  bloodsOpen: boolean;
  search: ChallengesSearch;
  onSearch: (search: ChallengesSearch, options?: { push?: boolean }) => void;
  dock: ReactNode;
  /** Shown while no challenge is open. */
  overview: ReactNode;
  detail: (challengeId: number, around: Around) => ReactNode;
};

/** The rows in view, what stands beside them, and the other rows are drawn one after the other. */
const lastStage = 2;
const rowHeightMin = 54;

export function ChallengesPage(props: ChallengesPageProps) {
  const { gameId, details, running, bloodsOpen, search, onSearch, dock, overview, detail } = props;
  const t = useText('challenge');
  const page = useRef<HTMLDivElement>(null);
  // On phones the detail is a page of its own.
  const { markOpened, close } = useBackToClose(() => onSearch({ ...search, challenge: undefined }));
  useHeightLeft(page);
  const share = useDetailShare();
  const stage = useStage(lastStage);

  const groups = useMemo(() => challengeGroups(details), [details]);
  const solved = useMemo(() => new Set(details.rank.solvedChallenges.map(({ id }) => id)), [details.rank]);
  const plays = details.rank.id !== 0;
  const shown = filterChallenges(groups, search, solved);
  const order = shown.flatMap(({ challenges }) => challenges.map(({ id }) => id));
  const selected = search.challenge;

  const open = useStable((challenge: number | undefined) => {
    if (challenge === undefined) return;
    if (selected === undefined) markOpened();
    onSearch({ ...search, challenge }, { push: selected === undefined });
  });
  const at = selected === undefined ? -1 : order.indexOf(selected);
  const next = order[at + 1];
  const previous = at > 0 ? order[at - 1] : undefined;
  const unsolved = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find((id) => !solved.has(id));
  const step = (id: number | undefined): Step => (id === undefined ? null : () => open(id));
  const around = {
    onPrevious: step(previous),
    onNext: step(next),
    onNextUnsolved: step(unsolved),
    onClose: close,
    onOpen: open,
  };
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();

  const enterList = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' || (event.target as HTMLElement).getAttribute('type') !== 'search') return;
    event.preventDefault();
    focus('[data-challenge][tabindex="0"]');
  };

  const group = t('challenge.keys.group');
  useKeys([
    { group, keys: 'j', label: t('challenge.keys.next'), run: () => open(next) },
    { group, keys: 'k', label: t('challenge.keys.previous'), run: () => open(at < 0 ? order.at(-1) : previous) },
    { group, keys: 'n', label: t('challenge.keys.nextUnsolved'), run: () => open(unsolved) },
    { group, keys: 'f', label: t('challenge.keys.flag'), run: () => focus('footer input') },
    { group, keys: 'Escape', label: t('challenge.keys.close'), run: () => selected !== undefined && close() },
  ]);
  useCommands(
    groups.flatMap((group) =>
      group.challenges.map(({ id, title }) => ({
        id: `game.${gameId}.challenge.${id}`,
        label: title,
        detail: categoryName(t, group),
        icon: <CategoryIcon of={group} />,
        run: () => open(id),
      })),
    ),
  );
  useSelectedInView(page, selected, stage === lastStage);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-challenge]')];
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-challenge]');
    const to = from && neighbour(items, from, event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  return (
    <div
      ref={page}
      className={classes.page}
      data-open={selected !== undefined || undefined}
      style={{ '--list-share': `${100 - share}fr`, '--detail-share': `${share}fr` }}
    >
      <div className={classes.columns}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the search field in it handles all keys but this one */}
        <div className={classes.filters} onKeyDown={enterList}>
          <ChallengeFilters groups={groups} solved={solved} plays={plays} search={search} onSearch={onSearch} />
        </div>
        <div className={classes.list}>
          <div className={classes.dock}>{dock}</div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: its links take the focus */}
          <div id="challenges" className={classes.rows} tabIndex={-1} onKeyDown={move}>
            {order.length === 0 && (
              <NothingShown
                total={groups.length}
                done={groups.every(({ challenges }) => challenges.every(({ id }) => solved.has(id)))}
                onClear={() => onSearch({ challenge: selected, sort: search.sort, division: search.division })}
              />
            )}
            <div className={classes.groups}>
              <ChallengeList
                gameId={gameId}
                groups={shown}
                search={search}
                solved={solved}
                plays={plays}
                running={running}
                ownTeamId={details.rank.id}
                bloodsOpen={bloodsOpen}
                rowsMax={stage < lastStage ? Math.ceil(window.innerHeight / rowHeightMin) : undefined}
                onOpen={open}
              />
            </div>
            {details.locked && <LockedList locked={details.locked} challenges={details.challenges} />}
          </div>
        </div>
        {selected !== undefined && <PaneSeparator />}
        <div className={classes.detail} key={selected ?? 'overview'}>
          {stage > 0 && (selected === undefined ? overview : detail(selected, around))}
        </div>
      </div>
    </div>
  );
}

const isPhone = () => window.matchMedia('(max-width: 47.99em)').matches;

/** Shows the row of the open challenge; where it covers the page it gets the focus, and its row has it again at the end. */
function useSelectedInView(
  page: RefObject<HTMLElement | null>,
  selected: number | undefined,
  /** Whether every row is there. */
  complete: boolean,
): void {
  const before = useRef(selected);
  useEffect(() => {
    const row = (id: number | undefined) => page.current?.querySelector<HTMLElement>(`[data-challenge="${id}"]`);
    const hasLostFocus = !document.activeElement || document.activeElement === document.body;
    if (selected === undefined && before.current !== undefined && hasLostFocus) {
      row(before.current)?.focus({ preventScroll: true });
    }
    if (selected !== undefined && before.current !== selected && isPhone()) {
      page.current?.querySelector<HTMLElement>('article')?.focus();
    }
    before.current = selected;
    if (complete) row(selected)?.scrollIntoView({ block: 'nearest' });
  }, [page, selected, complete]);
}

function NothingShown({ total, done, onClear }: { total: number; done: boolean; onClear: () => void }) {
  const t = useText('challenge');
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('challenge.list.clear')}
    </Button>
  );
  if (total === 0) {
    return <EmptyState icon={<IconFlag3 />} title={t('challenge.list.empty')} hint={t('challenge.list.emptyHint')} />;
  }
  if (done) {
    return (
      <EmptyState
        icon={<IconConfetti />}
        title={t('challenge.list.allSolved')}
        hint={t('challenge.list.allSolvedHint')}
        action={clear}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconFilterOff />}
      title={t('challenge.list.nothing')}
      hint={t('challenge.list.nothingHint')}
      action={clear}
    />
  );
}
