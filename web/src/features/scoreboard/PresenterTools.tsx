import { ActionIcon } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Keys } from '../../ui/Keys';
import classes from './PresenterTools.module.css';

type PresenterToolsProps = {
  paused: boolean;
  /** Whether there is more than one scene. */
  canMove: boolean;
  onMove: (by: number) => void;
  onPause: () => void;
  onFullscreen: () => void;
  onLeave: () => void;
};

const shownMs = 3_000;

/** Whether the pointer has moved within the last three seconds. */
function usePointerMoved(): boolean {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const note = () => {
      setMoved(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoved(false), shownMs);
    };
    window.addEventListener('pointermove', note);
    window.addEventListener('pointerdown', note);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', note);
      window.removeEventListener('pointerdown', note);
    };
  }, []);
  return moved;
}

/** With their keys, because the page has no sheet of keys. The audience sees them only while pointer or keyboard is used. */
export function PresenterTools({ paused, canMove, onMove, onPause, onFullscreen, onLeave }: PresenterToolsProps) {
  const t = useText('presenter');
  const shown = usePointerMoved();
  const tools = [
    { name: t('presenter.keys.previous'), keys: '←', icon: IconChevronLeft, run: () => onMove(-1), hidden: !canMove },
    {
      name: t('presenter.keys.pause'),
      keys: '␣',
      icon: paused ? IconPlayerPlay : IconPlayerPause,
      run: onPause,
      hidden: !canMove,
    },
    { name: t('presenter.keys.next'), keys: '→', icon: IconChevronRight, run: () => onMove(1), hidden: !canMove },
    { name: t('presenter.keys.fullscreen'), keys: 'F', icon: IconMaximize, run: onFullscreen },
    { name: t('presenter.leave'), keys: 'Esc', icon: IconX, run: onLeave },
  ];
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('presenter.title')} data-shown={shown || undefined}>
      {tools
        .filter(({ hidden }) => !hidden)
        .map(({ name, keys, icon: Icon, run }) => (
          <span key={name} className="inline-row gap-6" title={name}>
            <ActionIcon variant="default" size={36} aria-label={name} onClick={run}>
              <Icon />
            </ActionIcon>
            <Keys keys={keys} />
          </span>
        ))}
    </div>
  );
}
