import type { Expected } from './http-connection';
import { cookieOf, flagOf, type PlayerSessions, writeFlag, writeLogin, writeRequest } from './request';

export interface PlannedCall {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  contentType?: string;
  /** Who asks; absent: the player whose turn it is. */
  player?: number;
  /** Of the reply; 200 when absent. */
  statuses?: readonly number[];
}

export type RequestPlan =
  | { kind: 'calls'; calls: PlannedCall[]; sessions?: PlayerSessions }
  | { kind: 'login'; firstPlayer: number; count: number }
  | {
      kind: 'submission';
      gameId: number;
      sessions: PlayerSessions;
      challengeIds: number[];
      /** Which player submits the flag of which challenge; each pair once. */
      right: [player: number, challengeId: number][];
      /** Every n-th submission is right, 0 for none; the load ends when the pairs are used up. */
      rightEvery: number;
      /** Of the replies; 200 when absent. */
      statuses?: readonly number[];
    };

export interface Written {
  text: string;
  expected: Expected;
}
export type Writer = () => Written | null;

export const expectedOf = ({ headers, statuses }: PlannedCall): Expected => ({
  statuses,
  head: headers?.Accept?.startsWith('text/html') ? 'text/html' : 'application/json',
});

// Kept between loads, so that short ones reach every player and none begins with those that the server has just served.
let nextPlayer = 0;
const cookies = new Map<string, string>();

function cookieOfPlayer({ sessionKey }: PlayerSessions, player: number): string {
  const key = `${sessionKey} ${player}`;
  const cookie = cookies.get(key) ?? cookieOf(sessionKey, player);
  cookies.set(key, cookie);
  return cookie;
}

/** Each player sends all calls before the next player begins; calls that name their players are one each. */
function callWriter({ calls, sessions }: Extract<RequestPlan, { kind: 'calls' }>): Writer {
  const expected = calls.map(expectedOf);
  const write = ({ method = 'GET', path, headers, body, contentType }: PlannedCall, cookie?: string) =>
    writeRequest(method, path, { headers, body, contentType, cookie });
  const written = sessions ? [] : calls.map((call) => write(call));
  const namesPlayers = calls[0]?.player !== undefined;
  let next = namesPlayers ? nextPlayer : 0;
  let player = 0;
  return () => {
    const index = next++ % calls.length;
    const [call, text] = [calls[index], written[index]];
    const wanted = expected[index];
    if (!call || !wanted) return null;
    if (!sessions) return text === undefined ? null : { text, expected: wanted };
    if (namesPlayers || index === 0) player = nextPlayer++ % sessions.count;
    return { text: write(call, cookieOfPlayer(sessions, call.player ?? player)), expected: wanted };
  };
}

function loginWriter({ firstPlayer, count }: Extract<RequestPlan, { kind: 'login' }>): Writer {
  const expected = { head: 'GZCTF_Token=' };
  let next = 0;
  return () => ({ text: writeLogin(firstPlayer + (next++ % count)), expected });
}

function submissionWriter(plan: Extract<RequestPlan, { kind: 'submission' }>): Writer {
  const { gameId, sessions, challengeIds, right, rightEvery, statuses } = plan;
  const expected: Expected = { statuses, head: 'application/json', kept: 'body' };
  const write = (player: number, challengeId: number, flag: string) => ({
    text: writeFlag(gameId, challengeId, flag, cookieOfPlayer(sessions, player)),
    expected,
  });
  let next = 0;
  let rightNext = 0;
  return () => {
    const index = next++;
    if (rightEvery > 0 && index % rightEvery === 0) {
      const pair = right[rightNext++];
      return pair ? write(pair[0], pair[1], flagOf(pair[1])) : null;
    }
    // Neighbours differ in player and in challenge, as submissions of many players do.
    const challengeId = challengeIds[(index * 7) % challengeIds.length] ?? 0;
    return write(index % sessions.count, challengeId, `flag{wrong_${process.pid}_${index}}`);
  };
}

export function requestWriter(plan: RequestPlan): Writer {
  if (plan.kind === 'calls') return callWriter(plan);
  return plan.kind === 'login' ? loginWriter(plan) : submissionWriter(plan);
}
