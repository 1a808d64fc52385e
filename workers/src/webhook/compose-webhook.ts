// What is sent. JSON carries the event; chat services get one plain sentence, in which names of teams and challenges are
// escaped, so that no player can mention a channel or hide a link.

import type { HealthCondition } from '@vexil/db/enums/health-alert';
import type { WebhookFormat } from '@vexil/db/enums/webhook';
import type { WebhookDeliveryRow, WebhookRow } from '@vexil/db/schema/webhook';
import { signedPoints } from '@vexil/rules/award.rules';

type Event = Pick<WebhookDeliveryRow, 'eventId' | 'kind' | 'gameId' | 'gameTitle' | 'data' | 'happenedAt'>;

/** Twice as long with escapes, and Discord takes 2000 characters. */
const textLengthMax = 700;

const shortened = (text: string) => (text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text);

const escapes: Record<WebhookFormat, (text: string) => string> = {
  Json: (text) => text,
  // Mentions are off as well; this is for Markdown and masked links.
  Discord: (text) => text.replace(/[\\*_~`|>#[\]()@<:-]/g, '\\$&'),
  Slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // Sent without a parse mode: nothing has a meaning.
  Telegram: (text) => text,
};

const bloods: Record<string, string> = { FirstBlood: 'First', SecondBlood: 'Second', ThirdBlood: 'Third' };
/** Only a pause says its reason. */
const phases: Record<string, (reason: string) => string> = {
  Started: () => 'has started',
  Frozen: () => 'is frozen',
  Ended: () => 'has ended',
  Paused: (reason) => `is paused: ${reason}`,
  Resumed: () => 'goes on',
};
const statuses: Record<string, string> = {
  Pending: 'waits for a review',
  Accepted: 'was accepted',
  Rejected: 'was rejected',
  Suspended: 'was suspended',
};

/** The detail is empty when it is over. */
const conditions: Record<HealthCondition, (subject: string, detail: string) => string> = {
  DatabaseDown: () => 'PostgreSQL does not answer',
  RedisDown: () => 'Redis does not answer, or takes nothing more',
  StorageDown: () => 'the file storage does not answer, or takes nothing more',
  WorkerMissing: () => 'no worker is running',
  EngineDown: (engine) => `the container engine ${engine} does not answer`,
  JudgingLate: (_, seconds) => `answers wait for their verdict${seconds && ` for ${seconds} s`}`,
  QueueLong: (queue, jobs) => `${jobs && `${jobs} `}jobs wait in the queue ${queue}`,
  DiskLow: (machine, mib) => `little room on the disk of ${machine}${mib && `: ${mib} MiB`}`,
  BackupLate: () => 'the last backup is overdue',
};

const inBrackets = (text: string) => text && ` (${text})`;

/** One English sentence. */
export function describeEvent({ kind, data, gameTitle }: Event, format: WebhookFormat): string {
  const escaped = escapes[format];
  const word = (name: string) => escaped(shortened(String(data[name] ?? '')));
  const game = gameTitle === null ? '' : `[${escaped(gameTitle)}] `;
  switch (kind) {
    case 'Blood':
      return `${game}${bloods[String(data.type)] ?? 'A'} blood on ${word('challenge')}${inBrackets(word('division'))}: ${word('team')}`;
    case 'Solve':
      return `${game}${word('team')} solved ${word('challenge')}`;
    case 'Notice':
      if (data.type === 'NewChallenge') return `${game}New challenge: ${word('text')}`;
      if (data.type === 'NewHint') return `${game}New hint for ${word('text')}`;
      return `${game}${word('text')}`;
    case 'Phase':
      return `${game}The game ${phases[String(data.phase)]?.(word('reason')) ?? ''}`;
    case 'Award': {
      const points = Number(data.points);
      const taken = data.reversed === true ? 'Taken back: ' : '';
      return `${game}${taken}${escaped(signedPoints(points))} points for ${word('team')}: ${word('reason')}`;
    }
    case 'Rejudged':
      return `${game}Re-judged: ${Number(data.submissions)} submissions of ${Number(data.teams)} teams: ${word('reason')}`;
    case 'Cheat':
      if (data.capture !== undefined) {
        return `${game}The traffic of ${word('team')} contains a flag of ${word('source')} for ${word('challenge')}`;
      }
      return `${game}${word('team')} sent a flag of ${word('source')} for ${word('challenge')}`;
    case 'Participation':
      return `${game}${word('team')} ${statuses[String(data.status)] ?? ''}`;
    case 'Account':
      return `New account: ${word('userName')}`;
    case 'Health': {
      const say = conditions[String(data.condition) as HealthCondition];
      return `${data.state === 'Cleared' ? 'Over' : 'Problem'}: ${say(word('subject'), word('detail'))}`;
    }
    case 'Test':
      return `Test message, sent by ${word('userName')}`;
  }
}

/** The request's body as text. The same event gives the same text, so that a retry has the same signature but for its time. */
export function composeBody(event: Event, { format, chatId }: Pick<WebhookRow, 'format' | 'chatId'>): string {
  switch (format) {
    case 'Json':
      return JSON.stringify({
        id: event.eventId,
        type: event.kind,
        timestamp: event.happenedAt.toISOString(),
        game: event.gameId === null ? null : { id: event.gameId, title: event.gameTitle },
        data: event.data,
      });
    case 'Discord':
      return JSON.stringify({ content: describeEvent(event, format), allowed_mentions: { parse: [] } });
    case 'Slack':
      return JSON.stringify({ text: describeEvent(event, format) });
    case 'Telegram':
      return JSON.stringify({
        chat_id: chatId,
        text: describeEvent(event, format),
        link_preview_options: { is_disabled: true },
      });
  }
}
