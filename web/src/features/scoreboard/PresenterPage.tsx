import { IconPlayerPause, IconSnowflake, IconWifiOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import type { GamePhase } from '@vexil/db/enums/game';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { DivisionName } from '../../ui/KindBadge';
import { useKeys } from '../../ui/keys';
import { Time } from '../../ui/Time';
import { boardOf, groupFor } from './board-groups';
import { boardRows } from './board-rows';
import { MarkShapes } from './marks';
import classes from './PresenterPage.module.css';
import { BloodsScene, ChartScene, ClockScene, SolvesScene, TopScene } from './PresenterScenes';
import { PresenterTools } from './PresenterTools';
import { type Scene, scenes } from './present-search';
import type { ChartTimes } from './use-plot';
import { useRotation } from './use-rotation';
import { useWakeLock } from './use-wake-lock';

export type PresentedGame = { id: number; title: string; start: number; end: number };

type PresenterPageProps = {
  game: PresentedGame;
  /** Undefined before the start. */
  board: Scoreboard | undefined;
  times: ChartTimes;
  phase: GamePhase;
  frozen: boolean;
  offline: boolean;
  search: { seconds?: number; scene?: Scene; division?: number };
};

const secondsDefault = 12;

/** For a projector: large, without navigation, and with what it has when the network goes. */
export function PresenterPage({ game, board: whole, times, phase, frozen, offline, search }: PresenterPageProps) {
  const t = useText('presenter');
  useWakeLock();
  const { board, rows, division } = useShown(whole, search.division);
  const any = rows.some(({ solvedCount }) => solvedCount > 0);
  const wanted: Scene[] = search.scene ? [search.scene] : [...scenes];
  const possible = wanted.filter((scene) => scene === 'clock' || (scene === 'top' ? rows.length > 0 : any));
  const shown: Scene[] = possible.length > 0 ? possible : ['clock'];
  const { index, paused, move, toggle } = useRotation(shown.length, search.seconds ?? secondsDefault);
  const scene = shown[index] ?? 'clock';
  const group = t('presenter.keys.group');
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/games/$id/scoreboard', params: { id: game.id } });
  useKeys([
    { group, keys: ' ', label: t('presenter.keys.pause'), run: toggle },
    { group, keys: 'ArrowRight', label: t('presenter.keys.next'), run: () => move(1) },
    { group, keys: 'ArrowLeft', label: t('presenter.keys.previous'), run: () => move(-1) },
    { group, keys: 'f', label: t('presenter.keys.fullscreen'), run: () => void toggleFullscreen() },
    { group, keys: 'Escape', label: t('presenter.leave'), run: leave },
  ]);
  const shared = { game, rows, board, times, phase, inDivision: search.division !== undefined };

  return (
    <main className={classes.page}>
      <MarkShapes />
      <header className={classes.head}>
        <h1 className={classes.title}>{game.title}</h1>
        <div className={classes.state}>
          <DivisionName division={division} size={24} />
          {frozen && (
            <span className={classes.frozen}>
              <IconSnowflake /> {t('ui.frozen.chip')}
            </span>
          )}
          {offline && board && (
            <span className="warning" role="status">
              <IconWifiOff /> {t('presenter.asOf')} <Time at={board.updateTimeUtc} format="clock" />
            </span>
          )}
          {paused && (
            <span>
              <IconPlayerPause /> {t('presenter.paused')}
            </span>
          )}
          {scene !== 'clock' && phase === 'Running' && <Countdown until={game.end} className={classes.small} />}
        </div>
      </header>
      <section key={scene} className={classes.scene} aria-label={t(`presenter.scene.${scene}`)}>
        {scene !== 'clock' && <h2 className={classes.name}>{t(`presenter.scene.${scene}`)}</h2>}
        {scene === 'top' && <TopScene {...shared} />}
        {scene === 'chart' && <ChartScene {...shared} />}
        {scene === 'solves' && <SolvesScene {...shared} />}
        {scene === 'bloods' && <BloodsScene {...shared} />}
        {scene === 'clock' && <ClockScene {...shared} />}
      </section>
      <PresenterTools
        {...{ paused }}
        canMove={shown.length > 1}
        onMove={move}
        onPause={toggle}
        onFullscreen={() => void toggleFullscreen()}
        onLeave={leave}
      />
      {shown.length > 1 && (
        <ol className={classes.dots} aria-hidden>
          {shown.map((each) => (
            <li key={each} data-current={each === scene || undefined} />
          ))}
        </ol>
      )}
    </main>
  );
}

function useShown(whole: Scoreboard | undefined, divisionId: number | undefined) {
  return useMemo(() => {
    const board = whole && boardOf(whole, groupFor(whole, divisionId));
    return {
      board,
      rows: board ? boardRows(board.items, { division: divisionId }) : [],
      division: board?.divisions.find(({ id }) => id === divisionId),
    };
  }, [whole, divisionId]);
}

async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // Refused inside a frame.
  }
}
