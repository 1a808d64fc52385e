import { useEffect, useReducer, useRef } from 'react';
import { onLive } from '../../live/handlers';
import type { LogMessage } from './log.queries';
import type { LogsSearch } from './logs-search';

const liveLinesMax = 300;

type LiveLine = LogMessage & { key: number };

/** As the server filters what is stored. */
export function fits({ msg, name, ip, level, kind, gameId }: LogMessage, search: LogsSearch): boolean {
  const { q, level: wanted, game } = search;
  if (wanted !== undefined && level !== wanted) return false;
  if (game !== undefined && gameId !== game) return false;
  if (search.kind === undefined ? kind === 'submission' : search.kind !== 'all' && kind !== search.kind) return false;
  const text = `${msg}\n${name ?? ''}\n${ip ?? ''}`.toLowerCase();
  return text.includes((q ?? '').toLowerCase());
}

type State = { shown: LiveLine[]; held: LiveLine[] };
type Action = { line: LiveLine; paused: boolean } | 'release' | 'clear';

function reduce(state: State, action: Action): State {
  if (action === 'clear') return { shown: [], held: [] };
  if (action === 'release') return { shown: [...state.held, ...state.shown].slice(0, liveLinesMax), held: [] };
  const { line, paused } = action;
  return paused
    ? { ...state, held: [line, ...state.held].slice(0, liveLinesMax) }
    : { ...state, shown: [line, ...state.shown].slice(0, liveLinesMax) };
}

/** Lines of the admin hub since the page was opened, newest first; those of a pause wait until it ends. */
export function useLiveLines(paused: boolean) {
  const [state, dispatch] = useReducer(reduce, { shown: [], held: [] });
  const isPaused = useRef(paused);
  isPaused.current = paused;
  const key = useRef(0);
  useEffect(
    () =>
      onLive('ReceivedLog', (line) => {
        key.current += 1;
        dispatch({ line: { ...line, key: key.current }, paused: isPaused.current });
      }),
    [],
  );
  useEffect(() => {
    if (!paused) dispatch('release');
  }, [paused]);
  return { lines: state.shown, heldCount: state.held.length, clear: () => dispatch('clear') };
}
