import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './PaneSeparator.module.css';
import { paneShare, setDetailShare, useDetailShare } from './pane-share';

const steps: Record<string, (share: number) => number> = {
  ArrowLeft: (share) => share + 2,
  ArrowRight: (share) => share - 2,
  Home: () => paneShare.max,
  End: () => paneShare.min,
};

/** Between list and challenge: drag it, or move it with the arrow keys; a double click puts it back. */
export function PaneSeparator() {
  const t = useText('challenge');
  const share = useDetailShare();
  const own = useRef<HTMLDivElement>(null);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const list = own.current?.previousElementSibling?.getBoundingClientRect();
    const detail = own.current?.nextElementSibling?.getBoundingClientRect();
    if (!list || !detail || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setDetailShare((100 * (detail.right - event.clientX)) / (detail.right - list.left));
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setDetailShare(step(share));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      ref={own}
      role="separator"
      tabIndex={0}
      className={classes.separator}
      aria-label={t('challenge.panes.separator')}
      aria-orientation="vertical"
      aria-valuemin={paneShare.min}
      aria-valuemax={paneShare.max}
      aria-valuenow={Math.round(share)}
      onKeyDown={move}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setDetailShare(paneShare.usual)}
    />
  );
}
