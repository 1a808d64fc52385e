import type { Case, CaseInfo, EvidenceLine, TeamQuestion } from '@vexil/contract/evidence';
import { assetUrl, avatarUrl } from '../asset/asset.view';
import type { ListedCase, ListedNote, ListedQuestion } from './case.queries';
import type { EventRow, EvidenceTeamRow, FieldRow } from './evidence.queries';

export const viewEvidenceTeam = ({ avatarHash, ...team }: EvidenceTeamRow): CaseInfo['team'] => ({
  ...team,
  avatar: avatarUrl(avatarHash),
});

interface LineFacts {
  events: readonly EventRow[];
  solvedAt: number | null;
  field: FieldRow | undefined;
}

export function viewLine({ id, title }: { id: number; title: string }, facts: LineFacts): EvidenceLine {
  const { events, solvedAt, field } = facts;
  const openedAt = events.find(({ kind }) => kind === 'Opened')?.at;
  return {
    challengeId: id,
    challenge: title,
    events: events.map(({ challengeId: _challenge, attempts: _attempts, ...event }) => event),
    attempts: events.reduce((most, { attempts }) => Math.max(most, attempts), 0),
    solvedAt,
    spanMs: openedAt === undefined || solvedAt === null || openedAt > solvedAt ? null : solvedAt - openedAt,
    field: {
      solvers: field?.solvers ?? 0,
      medianMs: field?.medianMs ?? null,
      fastestMs: field?.fastestMs ?? null,
    },
  };
}

export const viewCaseInfo = ({ case: row, team, openedBy, unanswered }: ListedCase): CaseInfo => ({
  id: row.id,
  state: row.state,
  team: viewEvidenceTeam(team),
  openedBy,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  unanswered,
});

const viewQuestion = ({ question, challenge, answeredBy }: ListedQuestion) => ({
  id: question.id,
  challengeId: question.challengeId,
  challenge,
  text: question.text,
  dueAt: question.dueAt.getTime(),
  createdAt: question.createdAt.getTime(),
  answer: question.answer,
  answerUrl: question.answerHash === null ? null : assetUrl(question.answerHash, answerName(question.id)),
  answeredAt: question.answeredAt?.getTime() ?? null,
  answeredBy,
});

export const answerName = (questionId: number) => `answer-${questionId}.pdf`;

export const viewCase = (found: ListedCase, notes: readonly ListedNote[], asked: readonly ListedQuestion[]): Case => ({
  ...viewCaseInfo(found),
  notes: notes.map(({ note: { id, text, state, createdAt }, userName }) => ({
    ...{ id, text, state, userName, createdAt: createdAt.getTime() },
  })),
  questions: asked.map((one) => ({ ...viewQuestion(one), askedBy: one.askedBy })),
});

export const viewTeamQuestion = (found: ListedQuestion, now: Date): TeamQuestion => ({
  ...viewQuestion(found),
  isOpen: found.state === 'Open' && now <= found.question.dueAt,
});
