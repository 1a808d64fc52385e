import { Button, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Case, Evidence } from '@vexil/contract/evidence';
import { caseEndpoints } from '@vexil/contract/evidence.endpoints';
import { caseTextLengthMax } from '@vexil/contract/evidence.limits';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { FailureAlert } from '../../ui/FailureAlert';
import { LinkAnchor } from '../../ui/links';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { useForm } from '../../ui/use-form';
import { AskDialog, DecideDialog } from './CaseDialogs';
import classes from './Evidence.module.css';
import { caseQuery, evidenceQuery, useNote, useOpenCase } from './evidence.queries';
import { Lines } from './Lines';

type TeamCaseProps = { gameId: number; participationId: number; canDecide: boolean };

/** One team: its case, and its lines of time. */
export function TeamCase({ gameId, participationId, canDecide }: TeamCaseProps) {
  const t = useText('evidence');
  const query = useQuery(evidenceQuery(gameId, participationId));
  if (!query.data) {
    return (
      <Panel>
        <QueryState query={query} pending={<TextSkeleton lines={6} />} />
      </Panel>
    );
  }
  const { caseId } = query.data;
  return (
    <section className="grid gap-12 shrinks" aria-label={t('evidence.of', { team: query.data.team.name })}>
      <Panel>
        <Head gameId={gameId} team={query.data.team} />
        {caseId === null ? (
          <NoCase gameId={gameId} participationId={participationId} canDecide={canDecide} />
        ) : (
          <OpenCase gameId={gameId} caseId={caseId} evidence={query.data} canDecide={canDecide} />
        )}
      </Panel>
      <Lines evidence={query.data} />
    </section>
  );
}

function Head({ gameId, team }: { gameId: number; team: Evidence['team'] }) {
  const t = useText('evidence');
  return (
    <header className="row wrap gap-8-12">
      <Avatar name={team.name} src={team.avatar} size={40} shape="team" />
      <div className="grow shrinks">
        <h3 className="anywhere text-16 semibold">
          <LinkAnchor to="/games/$id/scoreboard" params={{ id: gameId }} search={{ team: team.teamId }}>
            {team.name}
          </LinkAnchor>
        </h3>
        <span className="dimmed text-13">{team.division ?? t('evidence.noDivision')}</span>
      </div>
      <span className="dimmed text-13">{t(`evidence.status.${team.status}`)}</span>
    </header>
  );
}

function NoCase({ gameId, participationId, canDecide }: TeamCaseProps) {
  const t = useText('evidence');
  const open = useOpenCase(gameId);
  return (
    <div className="above-12">
      <p className="below-8 dimmed text-13">{t('evidence.noCase')}</p>
      {canDecide && (
        <Button size="xs" loading={open.isPending} onClick={() => open.mutate(participationId)}>
          {t('evidence.open')}
        </Button>
      )}
    </div>
  );
}

type OpenCaseProps = { gameId: number; caseId: number; evidence: Evidence; canDecide: boolean };

function OpenCase({ gameId, caseId, evidence, canDecide }: OpenCaseProps) {
  const t = useText('evidence');
  const query = useQuery(caseQuery(gameId, caseId));
  const [dialog, setDialog] = useState<'ask' | 'decide'>();
  if (!query.data) return <QueryState query={query} pending={<TextSkeleton lines={3} />} />;
  const isOpen = query.data.state === 'Open';
  const close = () => setDialog(undefined);
  return (
    <div className="above-12">
      <div className="row wrap gap-8 below-12">
        <strong>{t(`evidence.state.${query.data.state}`)}</strong>
        {canDecide && (
          <>
            <Button size="xs" variant="default" disabled={!isOpen} onClick={() => setDialog('ask')}>
              {t('evidence.ask.button')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog('decide')}>
              {t('evidence.decide.button')}
            </Button>
          </>
        )}
        <Button
          size="xs"
          variant="subtle"
          component="a"
          href={caseEndpoints.export.path.replace(':id', String(gameId)).replace(':caseId', String(caseId))}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('evidence.export')}
        </Button>
      </div>
      <div className={classes.halves}>
        <Questions asked={query.data.questions} />
        <Notes gameId={gameId} found={query.data} canDecide={canDecide} />
      </div>
      {dialog === 'ask' && <AskDialog gameId={gameId} caseId={caseId} lines={evidence.data} onClose={close} />}
      {dialog === 'decide' && <DecideDialog gameId={gameId} caseId={caseId} state={query.data.state} onClose={close} />}
    </div>
  );
}

const Entry = ({ head, text }: { head: ReactNode; text: string }) => (
  <li className={classes.entry}>
    <p className={classes.about}>{head}</p>
    <p className={classes.text}>{text}</p>
  </li>
);

function Questions({ asked }: { asked: Case['questions'] }) {
  const t = useText('evidence');
  return (
    <div className="shrinks">
      <h4 className={classes.heading}>{t('evidence.questions')}</h4>
      {asked.length === 0 && <p className="faint text-13">{t('evidence.noQuestions')}</p>}
      <ol className={classes.entries}>
        {asked.map(({ id, challenge, text, dueAt, answer, answerUrl, answeredAt, answeredBy }) => (
          <li key={id}>
            <ul>
              <Entry
                head={
                  <>
                    <span className="anywhere semibold">{challenge ?? t('evidence.challengeGone')}</span>
                    <span>
                      {t('evidence.due')} <Time at={dueAt} />
                    </span>
                  </>
                }
                text={text}
              />
              {answeredAt === null ? (
                <li className="faint text-13">{t('evidence.noAnswer')}</li>
              ) : (
                <Entry
                  head={
                    <>
                      <span className="anywhere">{answeredBy ?? t('evidence.accountGone')}</span>
                      <Time at={answeredAt} />
                      {answerUrl && <a href={answerUrl}>{t('evidence.pdf')}</a>}
                    </>
                  }
                  text={answer ?? ''}
                />
              )}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Notes({ gameId, found, canDecide }: { gameId: number; found: Case; canDecide: boolean }) {
  const t = useText('evidence');
  return (
    <div className="shrinks">
      <h4 className={classes.heading}>{t('evidence.notes')}</h4>
      <ol className={classes.entries}>
        {found.notes.map(({ id, text, state, userName, createdAt }) => (
          <Entry
            key={id}
            head={
              <>
                <span className="anywhere">{userName ?? t('evidence.accountGone')}</span>
                {state && <strong>{t(`evidence.state.${state}`)}</strong>}
                <Time at={createdAt} />
              </>
            }
            text={text}
          />
        ))}
      </ol>
      {canDecide && <NewNote gameId={gameId} caseId={found.id} />}
    </div>
  );
}

function NewNote({ gameId, caseId }: { gameId: number; caseId: number }) {
  const t = useText('evidence');
  const note = useNote(gameId, caseId);
  const form = useForm({
    base: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? t('evidence.blank') : null }),
    save: async (_, { text }) => {
      await note.mutateAsync(text.trim());
    },
  });
  return (
    <form className="grid gap-8 above-8" onSubmit={form.onSubmit} noValidate>
      <FailureAlert>{form.failure}</FailureAlert>
      <Textarea
        aria-label={t('evidence.note.label')}
        placeholder={t('evidence.note.label')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={caseTextLengthMax}
        {...form.text('text')}
      />
      <div>
        <Button size="xs" type="submit" variant="default" loading={form.saving} disabled={form.changed.length === 0}>
          {t('evidence.note.add')}
        </Button>
      </div>
    </form>
  );
}
