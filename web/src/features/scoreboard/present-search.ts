import { int, oneOf, searchOf } from '../../ui/search-params';

export const scenes = ['top', 'chart', 'solves', 'bloods', 'clock'] as const;
export type Scene = (typeof scenes)[number];

/** Search parameters of the presenter view. */
export const readPresentSearch = searchOf({
  /** Seconds per scene. */
  seconds: int(3),
  /** Keeps one scene. */
  scene: oneOf(scenes),
  division: int(1),
});

/** Search parameters of the embedded board. */
export const readEmbedSearch = searchOf({
  rows: int(1),
  division: int(1),
  // These two are read by `start.js`, before the first paint.
  theme: oneOf(['dark', 'light']),
  background: oneOf(['none']),
  title: oneOf(['off']),
});
export type EmbedSearch = ReturnType<typeof readEmbedSearch>;

/** Search parameters of the ceremony. */
export const readRevealSearch = searchOf({
  /** Solves after this moment stay closed, in Unix milliseconds; the freeze without it. */
  from: int(0),
  /** The last teams whose solves open by time. */
  last: int(0),
  division: int(1),
});
export type RevealSearch = ReturnType<typeof readRevealSearch>;
