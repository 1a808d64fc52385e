import { Button } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconClipboardList,
  IconDoorEnter,
  IconFlagOff,
  IconHourglass,
  IconShield,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { DetailedGame } from '@vexil/contract/game';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { GamePhase } from '@vexil/db/enums/game';
import { lazy, type ReactNode, useRef, useState } from 'react';
import type { Translate } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { LinkButton } from '../../ui/links';
import { OnDemandDialog } from '../../ui/OnDemand';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { useKeptFocus } from '../../ui/use-kept-focus';
import classes from './ParticipationPanel.module.css';
import { useLeave } from './participation.queries';

const JoinDialog = lazy(() => import('./JoinDialog'));

type Tone = 'accepted' | 'pending' | 'refused' | 'open' | 'closed';
type Action = 'signIn' | 'join' | 'again' | 'leave' | 'play' | 'read' | 'watch' | 'edit' | 'board';
type View = { tone: Tone; icon: TablerIcon; title: string; text: string; actions: Action[] };

/** `role` is undefined for visitors. */
type Situation = { game: DetailedGame; phase: GamePhase; role: Role | undefined };

const acceptedWords = { Upcoming: 'upcoming', Running: 'accepted', Practice: 'practice', Ended: 'over' } as const;

function viewOf({ game, phase, role }: Situation, t: Translate<'participation'>): View {
  const board: Action[] = phase === 'Upcoming' || !game.boardVisible ? [] : ['board'];
  const words = (state: (typeof acceptedWords)[GamePhase] | 'pending' | 'rejected' | 'suspended') => ({
    title: t(`participation.${state}.title`),
    text: t(`participation.${state}.text`, { team: game.teamName ?? '' }),
  });
  switch (game.status) {
    case 'Accepted': {
      const play: Action[] = phase === 'Running' || phase === 'Practice' ? ['play'] : [];
      return { tone: 'accepted', icon: IconCircleCheck, ...words(acceptedWords[phase]), actions: [...play, ...board] };
    }
    case 'Pending':
      return { tone: 'pending', icon: IconHourglass, ...words('pending'), actions: ['leave', ...board] };
    case 'Suspended':
      return { tone: 'refused', icon: IconBan, ...words('suspended'), actions: board };
    case 'Rejected': {
      const again: Action[] = phase === 'Ended' ? [] : ['again'];
      return { tone: 'refused', icon: IconX, ...words('rejected'), actions: [...again, 'leave', ...board] };
    }
    default:
      return game.staffRole || (role && isAtLeast(role, 'Monitor'))
        ? viewOfStaff({ game, phase, role }, board, t)
        : viewOfOthers(phase, role, board, t);
  }
}

function viewOfStaff({ game, phase, role }: Situation, board: Action[], t: Translate<'participation'>): View {
  const { staffRole } = game;
  const edits = role === 'Admin' || staffRole === 'organiser';
  const started: Action[] = phase === 'Upcoming' ? [] : ['watch', ...board];
  return {
    tone: 'closed',
    icon: IconShield,
    title: t(`participation.staff.${edits ? (staffRole ?? 'admin') : (staffRole ?? 'monitor')}`),
    text: t(edits || phase !== 'Upcoming' ? 'participation.staff.text' : 'participation.staff.waits'),
    actions: [...(edits ? (['read', 'edit'] as const) : phase === 'Upcoming' ? [] : (['read'] as const)), ...started],
  };
}

function viewOfOthers(phase: GamePhase, role: Role | undefined, board: Action[], t: Translate<'participation'>): View {
  const state = phase === 'Ended' ? 'closed' : role ? 'open' : 'visitor';
  const words = { title: t(`participation.${state}.title`), text: t(`participation.${state}.text`) };
  if (state === 'closed') return { tone: 'closed', icon: IconFlagOff, ...words, actions: board };
  return role
    ? { tone: 'open', icon: IconClipboardList, ...words, actions: ['join', ...board] }
    : { tone: 'open', icon: IconDoorEnter, ...words, actions: ['signIn', ...board] };
}

/** Where the focus goes when the state has changed; leaving comes last. */
const mainAction = [':is(a, button):not([data-variant])', 'a', 'button'];

type PanelProps = Situation & {
  address: string;
  /** Not where the page shows the time until the start itself. */
  withCountdown?: boolean;
};

export function ParticipationPanel(props: PanelProps) {
  const { game, phase, address, withCountdown = true } = props;
  const t = useText('participation');
  const [joining, setJoining] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = useLeave(game.id);
  const { tone, icon: Icon, title, text, actions } = viewOf(props, t);
  /** The first is what most come for. */
  const variant = (action: Action) => (action === actions[0] ? {} : { variant: 'default' });
  const params = { id: game.id };
  const panel = useRef<HTMLElement>(null);
  useKeptFocus(panel, String(game.status), mainAction);

  const buttons: Record<Action, ReactNode> = {
    signIn: (
      <LinkButton key="signIn" to="/account/login" search={{ from: address }}>
        {t('participation.signIn')}
      </LinkButton>
    ),
    join: (
      <Button key="join" onClick={() => setJoining(true)} {...variant('join')}>
        {t('participation.join')}
      </Button>
    ),
    again: (
      <Button key="again" onClick={() => setJoining(true)}>
        {t('participation.again')}
      </Button>
    ),
    leave: (
      <Button key="leave" variant="default" onClick={() => setLeaving(true)}>
        {t('participation.leave')}
      </Button>
    ),
    play: (
      <LinkButton key="play" to="/games/$id/challenges" params={params}>
        {t('participation.play')}
      </LinkButton>
    ),
    read: (
      <LinkButton key="read" to="/games/$id/challenges" params={params}>
        {t('participation.read')}
      </LinkButton>
    ),
    watch: (
      <LinkButton key="watch" {...variant('watch')} to="/games/$id/monitor" params={params}>
        {t('participation.watch')}
      </LinkButton>
    ),
    edit: (
      <LinkButton key="edit" to="/admin/games/$id" params={params} {...variant('edit')}>
        {t('participation.edit')}
      </LinkButton>
    ),
    board: (
      <LinkButton key="board" variant="default" to="/games/$id/scoreboard" params={params}>
        {t('participation.board')}
      </LinkButton>
    ),
  };

  return (
    <section ref={panel} className={classes.panel} data-tone={tone} aria-live="polite">
      <span className={classes.icon}>
        <Icon size={22} />
      </span>
      <div className="grow shrinks">
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
        {withCountdown && phase === 'Upcoming' && (
          <p className="above-12 dimmed">
            {t('participation.startsIn')} <Countdown until={game.start} className={classes.clock} />
          </p>
        )}
        {actions.length > 0 && <div className={classes.actions}>{actions.map((action) => buttons[action])}</div>}
      </div>
      <OnDemandDialog dialog={JoinDialog} game={game} opened={joining} onClose={() => setJoining(false)} />
      <OnDemandConfirm
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('participation.leaveTitle', { game: game.title })}
        confirmLabel={t('participation.leave')}
        danger
        onConfirm={leave}
      >
        {t('participation.leaveText')}
      </OnDemandConfirm>
    </section>
  );
}
