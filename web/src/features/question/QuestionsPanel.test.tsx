import { screen, waitFor } from '@testing-library/react';
import type { TeamQuestion } from '@vexil/contract/evidence';
import { questionEndpoints } from '@vexil/contract/question.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { renderUi } from '../../testing/render';
import { answerUploads } from '../../testing/uploads';
import QuestionsPanel from './QuestionsPanel';

const hour = 3_600_000;
const question: TeamQuestion = {
  ...{ id: 9, challengeId: 31, challenge: 'Cookie jar', text: 'Show how.', dueAt: Date.now() + hour },
  ...{ createdAt: Date.now(), answer: null, answerUrl: null, answeredAt: null, answeredBy: null, isOpen: true },
};

describe('questions of the organisers', () => {
  it('are answered with a text', async () => {
    answer(questionEndpoints.list, [question]);
    answer(questionEndpoints.answer, undefined);
    const { user } = renderUi(<QuestionsPanel gameId={1} />);
    await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'With a debugger.');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() =>
      expect(callsOf(questionEndpoints.answer).map(({ params, body }) => [params.questionId, body])).toEqual([
        ['9', { text: 'With a debugger.' }],
      ]),
    );
  });

  it('are answered with a PDF', async () => {
    answer(questionEndpoints.list, [question]);
    const sent = answerUploads();
    const { user } = renderUi(<QuestionsPanel gameId={1} />);
    await screen.findByText('Show how.');
    await user.upload(
      screen.getByLabelText('Choose a file', { selector: 'input' }),
      new File(['%PDF-1.7'], 'How.PDF', { type: '' }),
    );
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.get('file')).toMatchObject({ name: 'How.pdf' });
  });

  it('are read only after the deadline', async () => {
    answer(questionEndpoints.list, [
      { ...question, dueAt: Date.now() - hour, isOpen: false, answer: 'With a debugger.' },
    ]);
    renderUi(<QuestionsPanel gameId={1} />);
    expect(await screen.findByText('With a debugger.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});
