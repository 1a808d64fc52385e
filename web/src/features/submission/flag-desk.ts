// One desk per team and challenge: what is typed, and where the flag that was sent is. It lives outside of React, so that
// looking at another challenge neither loses a word nor the verdict that is on its way. A flag leaves once: after a lost
// connection the desk finds out whether it had arrived before anything can be sent again.

import type { QueryClient } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { type FlagRefusal, flagRefusal } from '@vexil/rules/flag.rules';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { onLive } from '../../live/handlers';

export type FlagState =
  | { kind: 'idle' }
  | { kind: 'invalid'; reason: FlagRefusal }
  | { kind: 'sending' }
  | { kind: 'judging' }
  | { kind: 'right' }
  | { kind: 'wrong' }
  /** The verdict was none that a player can do something about. */
  | { kind: 'odd'; submissionId: number }
  | { kind: 'refused'; error: unknown }
  /** Too fast; `until` by this machine's clock. */
  | { kind: 'wait'; until: number }
  /** The connection broke while the flag was on its way, and the server is being asked what became of it. */
  | { kind: 'checking' }
  /** It had arrived, and has not solved the challenge. */
  | { kind: 'arrived' }
  /** It had not. */
  | { kind: 'lost' };

export type FlagDesk = {
  snapshot: () => { text: string; state: FlagState };
  subscribe: (listener: () => void) => () => void;
  write: (text: string) => void;
  send: (client: QueryClient) => Promise<void>;
};

/** Pauses before each look at the verdict, should no message bring it; the last one repeats. */
const looksMs = [1000, 2000, 3000, 5000, 8000, 10_000];
/** Pauses before each try to reach the server again. */
const triesMs = [1000, 2000, 4000, 8000, 15_000];
/** Long enough for an answer that had arrived to be judged. */
const judgedByMs = 1500;
const waitSecondsDefault = 10;

const desks = new Map<string, FlagDesk>();
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const pause = (pauses: readonly number[], turn: number) => sleep(pauses[Math.min(turn, pauses.length - 1)] ?? 0);

type Place = { gameId: number; challengeId: number; teamId: number };

/** The desk of a team for a challenge; always the same one. */
export function flagDesk(place: Place): FlagDesk {
  const key = `flag.${place.gameId}.${place.challengeId}.${place.teamId}`;
  const desk = desks.get(key) ?? createDesk(place, key);
  desks.set(key, desk);
  return desk;
}

function remembered(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function remember(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the text lasts as long as the page.
  }
}

const isBusy = ({ kind }: FlagState) => kind === 'sending' || kind === 'judging' || kind === 'checking';

function createDesk({ gameId, challengeId }: Place, key: string): FlagDesk {
  const params = { id: gameId, challengeId };
  const challenge = routeQuery(challengeEndpoints.get, { params });
  const details = routeQuery(challengeEndpoints.details, { params: { id: gameId } });
  const board = routeQuery(scoreboardEndpoints.get, { params: { id: gameId } });
  const listeners = new Set<() => void>();
  let current: { text: string; state: FlagState } = { text: remembered(key), state: { kind: 'idle' } };

  const become = (state: FlagState, text = current.text) => {
    if (text !== current.text) remember(key, text);
    current = { text, state };
    for (const listener of listeners) listener();
  };

  const settle = (verdict: AnswerResult, submissionId: number) => {
    if (verdict === 'Accepted') become({ kind: 'right' }, '');
    // Who handed in another team's flag learns no more than that it is wrong.
    else if (verdict === 'WrongAnswer' || verdict === 'CheatDetected') become({ kind: 'wrong' });
    else become({ kind: 'odd', submissionId });
  };

  /** Hears the verdicts on this challenge, also those that come before the call has told the submission's number. */
  function listen() {
    const verdicts = new Map<number, AnswerResult>();
    let heard = () => {};
    const stop = onLive('SubmissionJudged', (judged, from) => {
      if (from !== gameId || judged.challengeId !== challengeId) return;
      verdicts.set(judged.id, judged.status);
      heard();
    });
    return {
      stop,
      verdictOn: (id: number) => verdicts.get(id),
      next: () => new Promise<void>((resolve) => (heard = resolve)),
    };
  }

  async function awaitVerdict(client: QueryClient, id: number, ear: ReturnType<typeof listen>): Promise<AnswerResult> {
    for (let turn = 0; ; turn += 1) {
      const due = pause(looksMs, turn).then(() => 'look' as const);
      for (;;) {
        const told = ear.verdictOn(id);
        if (told) return told;
        if ((await Promise.race([due, ear.next()])) === 'look') break;
      }
      const verdict = await lookUp(id);
      if (verdict === 'FlagSubmitted') continue;
      // No message brought it, so none will bring the attempts and the board either.
      void client.invalidateQueries({ queryKey: challenge.queryKey });
      if (verdict === 'Accepted') {
        void client.invalidateQueries({ queryKey: details.queryKey });
        void client.invalidateQueries({ queryKey: board.queryKey });
      }
      return verdict;
    }
  }

  async function lookUp(submissionId: number): Promise<AnswerResult> {
    try {
      return await call(submissionEndpoints.status, { params: { ...params, submissionId } });
    } catch (error) {
      // A weak moment of the network says nothing about the flag.
      return isError(error, 'submission.notFound') ? 'NotFound' : 'FlagSubmitted';
    }
  }

  /** After a lost connection: what does the server know that it did not know before? */
  async function findOut(client: QueryClient, attemptsBefore: number | undefined): Promise<void> {
    become({ kind: 'checking' });
    for (let turn = 0; ; turn += 1) {
      await pause(triesMs, turn);
      try {
        const { attempts } = await client.fetchQuery({ ...challenge, staleTime: 0, retry: false });
        if (attemptsBefore !== undefined && attempts <= attemptsBefore) return become({ kind: 'lost' });
        await sleep(judgedByMs);
        const { rank } = await client.fetchQuery({ ...details, staleTime: 0, retry: false });
        const solved = rank.solvedChallenges.some(({ id }) => id === challengeId);
        return solved ? become({ kind: 'right' }, '') : become({ kind: 'arrived' });
      } catch (error) {
        const unreachable = error instanceof ApiError && (error.code === 'network' || error.status >= 500);
        if (!unreachable) return become({ kind: 'refused', error });
      }
    }
  }

  function wait(ms: number): void {
    const state: FlagState = { kind: 'wait', until: Date.now() + ms };
    become(state);
    setTimeout(() => current.state === state && become({ kind: 'idle' }), ms);
  }

  async function send(client: QueryClient): Promise<void> {
    if (isBusy(current.state) || current.state.kind === 'wait') return;
    const flag = current.text;
    const reason = flagRefusal(flag);
    if (reason) return become({ kind: 'invalid', reason });
    const attemptsBefore = client.getQueryData(challenge.queryKey)?.attempts;
    become({ kind: 'sending' });
    const ear = listen();
    try {
      const id = await call(submissionEndpoints.submit, { params, body: { flag } });
      become({ kind: 'judging' });
      settle(await awaitVerdict(client, id, ear), id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A gateway that gave up may have handed the flag on, just as a line that broke.
      if (error.code === 'network' || error.status >= 502) return await findOut(client, attemptsBefore);
      if (error.status === 429) {
        return wait((error.retryAfterSeconds ?? waitSecondsDefault) * 1000);
      }
      become({ kind: 'refused', error });
      void client.invalidateQueries({ queryKey: challenge.queryKey });
    } finally {
      ear.stop();
    }
  }

  return {
    snapshot: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write: (text) => {
      if (isBusy(current.state)) return;
      become(current.state.kind === 'wait' ? current.state : { kind: 'idle' }, text);
    },
    send,
  };
}
