// Submission state per team and challenge: the input and the submission in flight. Kept outside of React, so that viewing
// another challenge loses neither. A flag is submitted once: after a lost connection the state is reconciled with the
// server before anything can be submitted again.

import type { QueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { type FlagRefusal, flagRefusal } from '@vexil/rules/flag.rules';
import { ApiError } from '../../api/api-error';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { createStore, type Store } from '../../store/create-store';
import { readStored, writeStored } from '../../store/stored';
import { awaitVerdict, backOff, sleep, subscribeToVerdicts, type Verdict } from './await-verdict';
import { teamSubmissionsQuery } from './submission.queries';

export type FlagState =
  | { kind: 'idle' }
  | { kind: 'invalid'; reason: FlagRefusal }
  | { kind: 'sending' }
  | { kind: 'judging' }
  | { kind: 'correct' }
  | { kind: 'wrong'; isEarlierFlag: boolean }
  /** Judging failed; players cannot do anything about it. */
  | { kind: 'unjudged'; submissionId: number }
  | { kind: 'refused'; error: unknown }
  /** Rate limited; `until` by this machine's clock. */
  | { kind: 'rateLimited'; until: number }
  /** The connection was lost in flight; the server is asked whether the flag arrived. */
  | { kind: 'reconciling' }
  /** It arrived but did not solve the challenge. */
  | { kind: 'arrived' }
  /** It did not arrive. */
  | { kind: 'lost' };

type Flag = { text: string; state: FlagState };

export type FlagStore = {
  current: Store<Flag>;
  setText: (text: string) => void;
  submit: (client: QueryClient) => Promise<void>;
};

/** Intervals between attempts to reach the server again. */
const reconnectDelaysMs = [1000, 2000, 4000, 8000, 15_000];
/** Long enough for a received submission to be judged. */
const judgedWithinMs = 1500;
const retryAfterSecondsDefault = 10;

const stores = new Map<string, FlagStore>();

type Ids = { gameId: number; challengeId: number; teamId: number };

/** Always the same object for a team and challenge. */
export function flagStore(ids: Ids): FlagStore {
  const key = `flag.${ids.gameId}.${ids.challengeId}.${ids.teamId}`;
  const store = stores.get(key) ?? createFlagStore(ids, key);
  stores.set(key, store);
  return store;
}

export const isBusy = ({ kind }: FlagState) => kind === 'sending' || kind === 'judging' || kind === 'reconciling';

function outcomeOf({ verdict, isEarlierFlag }: Verdict, submissionId: number): FlagState {
  if (verdict === 'Accepted') return { kind: 'correct' };
  // Submitting another team's flag looks like any wrong flag.
  if (verdict === 'WrongAnswer' || verdict === 'CheatDetected') return { kind: 'wrong', isEarlierFlag };
  return { kind: 'unjudged', submissionId };
}

const queriesOf = ({ gameId, challengeId }: Ids) => ({
  challenge: routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } }),
  answers: teamSubmissionsQuery(gameId, challengeId),
  details: routeQuery(challengeEndpoints.details, { params: { id: gameId } }),
  scoreboard: routeQuery(scoreboardEndpoints.get, { params: { id: gameId } }),
});

/** After a lost connection: compares the server's state with the state before the request. */
async function reconcile(client: QueryClient, ids: Ids, attemptsBefore: number | undefined): Promise<FlagState> {
  const { challenge, details } = queriesOf(ids);
  const fresh = { staleTime: 0, retry: false };
  for (let attempt = 0; ; attempt += 1) {
    await backOff(reconnectDelaysMs, attempt);
    try {
      const { attempts } = await client.fetchQuery({ ...challenge, ...fresh });
      if (attemptsBefore !== undefined && attempts <= attemptsBefore) return { kind: 'lost' };
      await sleep(judgedWithinMs);
      const { rank } = await client.fetchQuery({ ...details, ...fresh });
      return { kind: rank.solvedChallenges.some(({ id }) => id === ids.challengeId) ? 'correct' : 'arrived' };
    } catch (error) {
      const isUnreachable = error instanceof ApiError && (error.code === 'network' || error.status >= 500);
      if (!isUnreachable) return { kind: 'refused', error };
    }
  }
}

function createFlagStore(ids: Ids, key: string): FlagStore {
  const { gameId, challengeId } = ids;
  const { challenge, answers, details, scoreboard } = queriesOf(ids);
  const current = createStore<Flag>({
    text: readStored(key, 'sessionStorage') ?? '',
    state: { kind: 'idle' },
  });

  const setState = (state: FlagState, text = state.kind === 'correct' ? '' : current.get().text) => {
    if (text !== current.get().text) writeStored(key, text || null, 'sessionStorage');
    current.set({ text, state });
  };

  async function send(client: QueryClient, flag: string): Promise<FlagState> {
    const subscription = subscribeToVerdicts(gameId, challengeId);
    try {
      const submissionId = await call(submissionEndpoints.submit, {
        params: { id: gameId, challengeId },
        body: { flag },
      });
      setState({ kind: 'judging' });
      const { isPolled, ...judged } = await awaitVerdict({ gameId, challengeId, submissionId }, subscription);
      if (isPolled) {
        // No message arrived, so attempts and scoreboard must be refetched too.
        const stale = judged.verdict === 'Accepted' ? [challenge, answers, details, scoreboard] : [challenge, answers];
        for (const { queryKey } of stale) void client.invalidateQueries({ queryKey });
      }
      return outcomeOf(judged, submissionId);
    } finally {
      subscription.unsubscribe();
    }
  }

  function pauseFor(seconds: number): void {
    const state: FlagState = { kind: 'rateLimited', until: Date.now() + seconds * 1000 };
    setState(state);
    setTimeout(() => current.get().state === state && setState({ kind: 'idle' }), seconds * 1000);
  }

  async function submit(client: QueryClient): Promise<void> {
    if (isBusy(current.get().state) || current.get().state.kind === 'rateLimited') return;
    const reason = flagRefusal(current.get().text);
    if (reason) return setState({ kind: 'invalid', reason });
    const attemptsBefore = client.getQueryData(challenge.queryKey)?.attempts;
    setState({ kind: 'sending' });
    try {
      setState(await send(client, current.get().text));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await recover(client, error, attemptsBefore);
    }
  }

  async function recover(client: QueryClient, error: ApiError, attemptsBefore: number | undefined): Promise<void> {
    // After a gateway timeout the request may still have reached the server, as after a lost connection.
    if (error.code === 'network' || error.status >= 502) {
      setState({ kind: 'reconciling' });
      return setState(await reconcile(client, ids, attemptsBefore));
    }
    if (error.status === 429) return pauseFor(error.retryAfterSeconds ?? retryAfterSecondsDefault);
    setState({ kind: 'refused', error });
    void client.invalidateQueries({ queryKey: challenge.queryKey });
  }

  return {
    current,
    setText: (text) => {
      if (isBusy(current.get().state)) return;
      setState(current.get().state.kind === 'rateLimited' ? current.get().state : { kind: 'idle' }, text);
    },
    submit,
  };
}
