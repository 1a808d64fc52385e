import { caseStates, traceKinds } from '@vexil/db/enums/evidence';
import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import { answerResults } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { caseEndpoints, evidenceEndpoints } from './evidence.endpoints';
import { caseTextLengthMax, questionAnswerLengthMax } from './evidence.limits';
import { questionEndpoints } from './question.endpoints';
import { reasonLengthMax } from './reason.limits';
import { Binary, defineRoutes } from './route';
import { AssetUrl, filled, GameParams, Id, page, pageQuery, pathId, Time } from './wire';

const span = (about: string) => z.int().nullable().describe(`${about}, in milliseconds; null where it is not known`);

export const evidenceKinds = [...traceKinds, 'Started', 'Submitted'] as const;

export const EvidenceEvent = z.object({
  kind: z.enum(evidenceKinds).describe('The first opening, load and connection, every start and submission'),
  at: Time,
  user: z.string().nullable().describe('null for a deleted account, and where none is known'),
  status: z.enum(answerResults).nullable().describe('Of a submission; else null'),
  via: z.string().nullable().describe('How it was sent; null where it is not known'),
  address: z.string().nullable().describe('Keyed hash for this game; null where it is not known or was removed'),
  device: z.string().nullable().describe('Keyed hash for this game; null where it is not known or was removed'),
});
export type EvidenceEvent = z.infer<typeof EvidenceEvent>;

export const EvidenceLine = z.object({
  challengeId: Id,
  challenge: z.string(),
  events: z.array(EvidenceEvent).describe('By time; of the submissions the first fifty'),
  attempts: z.int().describe('Submissions to the challenge'),
  solvedAt: Time.nullable().describe('null: not solved'),
  spanMs: span('From the first opening to the solve'),
  field: z
    .object({
      solvers: z.int().describe('Teams that solved it'),
      medianMs: span('Median from opening to solve'),
      fastestMs: span('Shortest from opening to solve'),
    })
    .describe('Of all teams that solved it, this one included'),
});
export type EvidenceLine = z.infer<typeof EvidenceLine>;

const EvidenceTeam = z.object({
  participationId: Id,
  teamId: Id,
  name: z.string(),
  avatar: AssetUrl.nullable(),
  status: z.enum(storedParticipationStatuses),
  divisionId: Id.nullable(),
  division: z.string().nullable(),
});

export const Evidence = page(EvidenceLine).extend({
  team: EvidenceTeam,
  caseId: Id.nullable().describe('Of its case; null where none was opened'),
  isRecorded: z
    .boolean()
    .describe('Openings are recorded since the start of the game; else one that is missing is not known'),
});
export type Evidence = z.infer<typeof Evidence>;

const CaseState = z.enum(caseStates).describe('`Open` until it is decided');
const userName = z.string().nullable().describe('null for a deleted account');

export const CaseInfo = z.object({
  id: Id,
  state: CaseState,
  team: EvidenceTeam,
  openedBy: userName,
  createdAt: Time,
  updatedAt: Time.describe('Of the last note, question, answer or decision'),
  unanswered: z.int().describe('Questions without an answer'),
});
export type CaseInfo = z.infer<typeof CaseInfo>;

const questionShape = {
  id: Id,
  challengeId: Id.nullable().describe('null for a deleted challenge'),
  challenge: z.string().nullable(),
  text: z.string().describe('What the team is asked'),
  dueAt: Time.describe('Until when answers are taken, in Unix milliseconds'),
  createdAt: Time,
  answer: z.string().nullable().describe('Text of the answer; null where there is none'),
  answerUrl: AssetUrl.nullable().describe('Of the PDF that the team sent'),
  answeredAt: Time.nullable().describe('null: not answered'),
  answeredBy: userName,
};

export const TeamQuestion = z.object({
  ...questionShape,
  isOpen: z.boolean().describe('Answers are taken: the deadline is to come, and the case is not decided'),
});
export type TeamQuestion = z.infer<typeof TeamQuestion>;

export const Case = CaseInfo.extend({
  notes: z
    .array(
      z.object({
        id: Id,
        text: z.string().describe('What staff wrote'),
        state: CaseState.nullable().describe('What it decided; null for a note'),
        userName,
        createdAt: Time,
      }),
    )
    .describe('By time'),
  questions: z.array(z.object({ ...questionShape, askedBy: userName })).describe('By time'),
});
export type Case = z.infer<typeof Case>;

const CaseParams = GameParams.extend({ caseId: pathId() });
const QuestionParams = GameParams.extend({ questionId: pathId() });

/** To the team that a question was put to, and after its answers. */
export const QuestionChanged = z.object({
  gameId: Id,
  questionId: Id,
  isNew: z.boolean().describe('It was asked just now'),
});

export const evidenceRoutes = defineRoutes(evidenceEndpoints, { access: 'observer' })({
  get: {
    summary: 'What a team did with each challenge and when, beside the median of the teams that solved it',
    params: GameParams.extend({ participationId: pathId() }),
    query: pageQuery(100, 100),
    reply: Evidence,
    errors: ['game.notStarted', 'participation.notFound'],
  },
});

export const caseRoutes = defineRoutes(caseEndpoints, { access: 'organiser', params: CaseParams })({
  list: {
    access: 'observer',
    summary: 'Cases of a game, the last changed first',
    params: GameParams,
    query: pageQuery(100, 50),
    reply: page(CaseInfo),
  },
  open: {
    summary: 'Open the case of a team, or find the one that it has',
    params: GameParams,
    body: z.object({ participationId: Id }),
    reply: CaseInfo,
    errors: ['participation.notFound'],
  },
  get: {
    access: 'observer',
    summary: 'A case with its notes, questions and answers',
    reply: Case,
    errors: ['case.notFound'],
  },
  note: {
    summary: 'Add a note to a case; its team does not see it',
    body: z.object({ text: filled(caseTextLengthMax).describe('For staff') }),
    bodyBytesMax: 32 * 1024,
    reply: Case,
    errors: ['case.notFound', 'case.tooMany'],
  },
  ask: {
    summary: 'Ask the team how it solved a challenge, until a deadline',
    body: z.object({
      challengeId: Id,
      text: filled(caseTextLengthMax).describe('The team sees it'),
      dueAt: Time.describe('Until when answers are taken, in Unix milliseconds; in the future'),
    }),
    bodyBytesMax: 32 * 1024,
    reply: Case,
    errors: ['case.notFound', 'case.decided', 'case.tooMany', 'challenge.notFound', 'case.deadlinePast'],
  },
  decide: {
    summary: 'Decide a case, with its effect on the team, or open it again',
    body: z.object({
      state: CaseState.describe('`Moved` and `Suspended` change the team; the others leave it as it is'),
      divisionId: Id.nullish().describe('Where to, with `Moved`'),
      reason: filled(reasonLengthMax).describe('For the case and the audit log'),
    }),
    reply: Case,
    errors: [
      'case.notFound',
      'case.tooMany',
      'participation.notFound',
      'participation.divisionRequired',
      'division.notFound',
      'team.nameTaken',
    ],
  },
  export: {
    access: 'observer',
    summary: 'A case as an archive (.zip): lines of time, findings, notes, questions and answers',
    reply: Binary,
    errors: ['case.notFound', 'game.notStarted', 'participation.notFound'],
  },
});

/** Sessions alone: a question goes to people. */
export const questionRoutes = defineRoutes(questionEndpoints, { access: 'User', scope: null })({
  list: {
    summary: "What the organisers ask the caller's team, with its answers, newest first",
    params: GameParams,
    reply: z.array(TeamQuestion),
  },
  answer: {
    summary: 'Answer a question; replaces an earlier text until the deadline',
    params: QuestionParams,
    body: z.object({ text: filled(questionAnswerLengthMax).describe('The answer, for the organisers') }),
    bodyBytesMax: 128 * 1024,
    errors: ['case.questionNotFound', 'case.answerLate', 'case.decided'],
  },
  upload: {
    summary: 'Answer a question with a PDF; replaces an earlier one until the deadline',
    rate: 'upload',
    params: QuestionParams,
    errors: [
      'case.questionNotFound',
      'case.answerLate',
      'case.decided',
      'writeup.notPdf',
      'writeup.contentNotPdf',
      'asset.fileMissing',
      'asset.empty',
      'asset.tooLarge',
    ],
  },
});
