import { act, screen, waitFor } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, disconnect, hold, refuse } from '../../testing/api';
import { sayLive } from '../../testing/live';
import { buildBoardRow, buildChallenge, buildDetails } from '../../testing/play';
import { renderUi } from '../../testing/render';
import { FlagField, type FlagFieldProps } from './FlagField';

const gameId = 1;
// State lives as long as the page, so each test has its own challenge.
let challengeId = 100;

function show(given: Partial<FlagFieldProps> = {}) {
  challengeId += 1;
  answer(challengeEndpoints.get, buildChallenge({ id: challengeId, attempts: 2 }));
  // Polled if a second passes before the test sends the verdict.
  answer(submissionEndpoints.status, 'FlagSubmitted');
  const props = {
    gameId,
    challengeId,
    teamId: 7,
    solved: false,
    closed: null,
    practice: false,
    limit: 10,
    attempts: 2,
  };
  return renderUi(<FlagField {...props} {...given} />);
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Flag' });
const judge = (id: number, status: 'Accepted' | 'WrongAnswer', isEarlierFlag?: boolean) => {
  const judged = { id, challengeId, status, time: 0, userName: 'mira', attempts: 3, isEarlierFlag };
  sayLive(gameId, 'SubmissionJudged', judged);
};
const sent = () => callsOf(submissionEndpoints.submit);

afterEach(() => sessionStorage.clear());

describe('the flag field', () => {
  it('keeps and selects a wrong flag and shows the attempts left', async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 9);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{no}{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Checking' })).toBeDisabled());
    judge(9, 'WrongAnswer');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong flag. 8 attempts left.');
    expect(field()).toHaveValue('flag{no}');
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 8]);
    expect(sent()).toHaveLength(1);
  });

  it('says of a flag of an earlier instance what is wrong with it', async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 17);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{old}{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Checking' })).toBeDisabled());
    judge(17, 'WrongAnswer', true);
    const words =
      'This flag belongs to an earlier instance of your team. Each new instance has its own flag. 8 attempts left.';
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  it('shows that a correct flag solved the challenge', async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 10);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{yes}{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    judge(10, 'Accepted');
    expect(await screen.findByRole('status')).toHaveTextContent('Solved');
  });

  it("handles a verdict that arrives before the submission's id", async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 11);
    const release = hold(submissionEndpoints.submit);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{yes}{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    judge(11, 'Accepted');
    release();
    expect(await screen.findByText('Solved')).toBeVisible();
  });

  it('polls the verdict when no message arrives', async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 12);
    let looks = 0;
    answer(submissionEndpoints.status, () => (++looks < 2 ? 'FlagSubmitted' : 'WrongAnswer'));
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{no}{Enter}');
    expect(await screen.findByText('Wrong flag. 8 attempts left.')).toBeVisible();
    expect(callsOf(submissionEndpoints.status)[0]?.params.submissionId).toBe('12');
  });

  it("ignores verdicts on teammates' submissions", async () => {
    const { user } = show();
    answer(submissionEndpoints.submit, 14);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{mine}{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    judge(13, 'WrongAnswer');
    judge(14, 'Accepted');
    expect(await screen.findByText('Solved')).toBeVisible();
  });

  it('counts down after too many requests, and keeps the flag', async () => {
    const { user } = show();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    refuse(submissionEndpoints.submit, 'request.tooMany', { retryAfterSeconds: 900 });
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{fast}{Enter}');
    expect(await screen.findByText(/^Too fast\. Try again in (900|8\d\d) seconds\.$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(sent()).toHaveLength(1);
    const [end] = timers.mock.calls.find(([, ms]) => ms === 900_000) ?? [];
    timers.mockRestore();
    act(() => end?.());
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
    expect(field()).toHaveValue('flag{fast}');
  });

  it('detects after a lost connection that the flag did not arrive, and does not resubmit it by itself', async () => {
    const { user, queryClient } = show();
    queryClient.setQueryData(['GET /api/game/:id/challenges/:challengeId', { params: { id: gameId, challengeId } }], {
      ...buildChallenge({ id: challengeId, attempts: 2 }),
    });
    disconnect(submissionEndpoints.submit);
    const release = hold(challengeEndpoints.get);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{lost}{Enter}');
    expect(await screen.findByText(/The connection was lost/)).toBeVisible();
    await user.keyboard('{Enter}');
    release();
    expect(await screen.findByText('The flag was not received. Submit it again.')).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(field()).toHaveValue('flag{lost}');
    answer(submissionEndpoints.submit, 15);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    judge(15, 'Accepted');
    expect(await screen.findByText('Solved')).toBeVisible();
  });

  it('detects after a lost connection that the flag arrived and was correct', async () => {
    const { user, queryClient } = show();
    queryClient.setQueryData(['GET /api/game/:id/challenges/:challengeId', { params: { id: gameId, challengeId } }], {
      ...buildChallenge({ id: challengeId, attempts: 2 }),
    });
    answer(challengeEndpoints.get, buildChallenge({ id: challengeId, attempts: 3 }));
    const solve = { id: challengeId, score: 500, type: 'Normal' as const, userName: 'mira', time: 0 };
    answer(challengeEndpoints.details, buildDetails({ rank: buildBoardRow({ solvedChallenges: [solve] }) }));
    disconnect(submissionEndpoints.submit);
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{there}{Enter}');
    expect(await screen.findByText('Solved')).toBeVisible();
  });

  it('validates the flag without a request', async () => {
    const { user } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), '   {Enter}');
    expect(await screen.findByText('Enter a flag first.')).toBeVisible();
    expect(sent()).toHaveLength(0);
  });

  it('shows a refusal at the field and keeps the flag', async () => {
    const { user } = show();
    refuse(submissionEndpoints.submit, 'submission.notPermitted');
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{x}{Enter}');
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    expect(field()).toHaveValue('flag{x}');
  });

  it('shows when attempts are used up, when it is too late, and when it is solved', async () => {
    const { rerender } = show({ attempts: 10 });
    expect(await screen.findByText('Your team has used all its attempts.')).toBeVisible();
    const rest = { gameId, challengeId, teamId: 7, practice: false, limit: 0, attempts: 0 };
    rerender(<FlagField {...rest} solved={false} closed="deadline" />);
    expect(await screen.findByText('The deadline of this challenge has passed.')).toBeVisible();
    rerender(<FlagField {...rest} solved points={530} closed={null} />);
    expect(await screen.findByText('for 530 points')).toBeVisible();
    rerender(<FlagField {...rest} solved={false} closed={null} practice />);
    expect(await screen.findByText(/Practice: solves no longer count/)).toBeVisible();
  });

  it('keeps the input while another challenge is open', async () => {
    const { user, unmount } = show();
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{draft}');
    unmount();
    const id = challengeId;
    renderUi(
      <FlagField
        gameId={gameId}
        challengeId={id}
        teamId={7}
        solved={false}
        closed={null}
        practice={false}
        limit={0}
        attempts={0}
      />,
    );
    expect(await screen.findByRole('textbox', { name: 'Flag' })).toHaveValue('flag{draft}');
  });
});
