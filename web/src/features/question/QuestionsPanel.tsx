import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TeamQuestion } from '@vexil/contract/evidence';
import { questionAnswerLengthMax } from '@vexil/contract/evidence.limits';
import { writeupSizeBytesMax } from '@vexil/contract/writeup.limits';
import { useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { useOnLive } from '../../live/use-live';
import { FailureAlert } from '../../ui/FailureAlert';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { Time } from '../../ui/Time';
import { useForm } from '../../ui/use-form';
import { useReached } from '../../ui/use-reached';
import { questionsQuery, useAnswer, useUploadAnswer } from './question.queries';

/** What the organisers ask the team; nothing where they ask nothing. */
export default function QuestionsPanel({ gameId }: { gameId: number }) {
  const t = useText('question');
  const { data = [], refetch } = useQuery(questionsQuery(gameId));
  useOnLive(gameId, 'QuestionChanged', () => void refetch());
  if (data.length === 0) return null;
  return (
    <Panel title={t('question.title')} id="questions">
      <p className="below-12 dimmed">{t('question.lead')}</p>
      <ul className="grid gap-16">
        {data.map((question) => (
          <Question key={question.id} gameId={gameId} question={question} />
        ))}
      </ul>
    </Panel>
  );
}

function Question({ gameId, question }: { gameId: number; question: TeamQuestion }) {
  const t = useText('question');
  const { challenge, text, dueAt, answer, answerUrl, answeredAt } = question;
  const isOver = useReached(dueAt + 1);
  const isOpen = question.isOpen && !isOver;
  return (
    <li className="grid gap-8">
      <h3 className="anywhere semibold">{challenge ?? t('question.challengeGone')}</h3>
      <p className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </p>
      <p className="dimmed text-13">
        {t(isOpen ? 'question.due' : 'question.closed')} <Time at={dueAt} withZone />
      </p>
      {answeredAt !== null && (
        <p className="text-13">
          {t('question.answered')} <Time at={answeredAt} /> {answerUrl && <a href={answerUrl}>{t('question.pdf')}</a>}
        </p>
      )}
      {isOpen ? (
        <Answer gameId={gameId} questionId={question.id} answer={answer ?? ''} />
      ) : (
        answer !== null && (
          <p className="anywhere dimmed" style={{ whiteSpace: 'pre-wrap' }}>
            {answer}
          </p>
        )
      )}
    </li>
  );
}

function Answer({ gameId, questionId, answer }: { gameId: number; questionId: number; answer: string }) {
  const t = useText('question');
  const [progress, setProgress] = useState(0);
  const send = useAnswer(gameId, questionId);
  const upload = useUploadAnswer(gameId, questionId, setProgress);
  const form = useForm({
    base: { text: answer },
    check: ({ text }) => ({ text: text.trim() === '' ? t('question.blank') : null }),
    save: (_, { text }) => send.mutateAsync(text.trim()),
  });
  return (
    <>
      <form className="grid gap-8" onSubmit={form.onSubmit} noValidate>
        <FailureAlert>{form.failure}</FailureAlert>
        <Textarea
          label={t('question.answer')}
          maxRows={14}
          maxLength={questionAnswerLengthMax}
          {...form.text('text')}
        />
        <div>
          <Button type="submit" loading={form.saving} disabled={form.changed.length === 0}>
            {t('question.send')}
          </Button>
        </div>
      </form>
      <FileDrop
        accept="application/pdf,.pdf"
        sizeBytesMax={writeupSizeBytesMax}
        onFiles={([file]) => {
          setProgress(0);
          if (file) upload.mutate(file, {});
        }}
        progress={upload.isPending ? progress : undefined}
        error={upload.isError ? describeError(upload.error) : undefined}
      />
    </>
  );
}
