import type { LogMessage } from '@vexil/contract/log';
import { type LogKind, type LogLevel, type TaskStatus, taskStatuses } from '@vexil/db/enums/log';
import type { LoggedError } from './error-log';

export interface LogLine {
  time: Date;
  level: LogLevel;
  status: TaskStatus | null;
  userName: string;
  ip: string | null;
  message: string;
  kind: LogKind;
  gameId: number | null;
}

/** By the first word of an event; other events are of the platform. */
const kinds: Readonly<Record<string, LogKind>> = {
  container: 'instance',
  image: 'instance',
  solver: 'instance',
  proxy: 'instance',
  capture: 'instance',
  account: 'account',
  session: 'account',
  token: 'account',
  team: 'team',
  participation: 'team',
  writeup: 'team',
  game: 'game',
  challenge: 'game',
  package: 'game',
};
/** Others of submissions are about the platform that judges them. */
const verdictEvents = new Set<unknown>(['submission.judged', 'submission.batch_judged', 'submission.wrong_answers']);

function kindOf({ event }: Record<string, unknown>): LogKind {
  if (verdictEvents.has(event)) return 'submission';
  return kinds[String(event).split('.', 1)[0] ?? ''] ?? 'platform';
}

const messageLengthMax = 2000;
const partLengthMax = 300;
const userNameLengthMax = 16;
const ipLengthMax = 45;

const shownMembers = ['job', 'queue', 'gameId', 'challengeId', 'code', 'reason', 'engine', 'signal'];

// Against secrets in library errors, and our mistakes.
const secrets: readonly [RegExp, string][] = [
  [/(\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1(secret)@'],
  [/\b(bearer)\s+[^\s"',;]{6,}/gi, '$1 (secret)'],
  [
    /(password|passwd|secret|token|cookie|authorization)(["']?\s*[=:]\s*["']?)(?!bearer)[^\s"',;]{6,}/gi,
    '$1$2(secret)',
  ],
  [/(\w{2,32})\{[^{}]*\}/g, '$1{(secret)}'],
  [/\b\d+:[A-Za-z0-9+/=]{40,}/g, '(secret)'],
  [/[A-Za-z0-9_+-]{40,}={0,2}/g, '(secret)'],
];

export function withoutSecrets(text: string): string {
  return secrets.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

function describeError({ type, message, code, constraint, cause }: Partial<LoggedError>): string {
  // PostgreSQL's message repeats the value.
  const isStatement = message?.startsWith('Failed query') ?? false;
  const isPostgres = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  const said = isStatement || isPostgres ? [code, constraint].filter(Boolean).join(' ') : (message ?? '');
  const own = said === '' ? `${type}` : `${type}: ${cut(said, partLengthMax)}`;
  return cause ? `${own}, because of ${describeError(cause)}` : own;
}

function levelOf(level: unknown): LogLevel | null {
  if (typeof level !== 'number' || level < 30) return null;
  if (level < 40) return 'Information';
  if (level < 50) return 'Warning';
  return level < 60 ? 'Error' : 'Fatal';
}

/** Wire clients show only lines with a status. */
function statusOf({ status, err }: Record<string, unknown>, level: LogLevel): TaskStatus {
  const named = taskStatuses.find((one) => one === status);
  return named ?? (err === undefined && level === 'Information' ? 'Success' : 'Failed');
}

function messageOf(line: Record<string, unknown>): string {
  // A line with a status is about a user and its text is complete.
  const isActivity = taskStatuses.some((one) => one === line.status);
  const shown = (isActivity ? [] : shownMembers).flatMap((name) => {
    const value = line[name];
    const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
    return isShown ? [`${name} ${cut(String(value), partLengthMax)}`] : [];
  });
  const text = typeof line.msg === 'string' ? line.msg : '';
  const details = shown.length > 0 ? ` (${shown.join(', ')})` : '';
  const error = line.err === undefined || line.err === null ? '' : `: ${describeError(line.err)}`;
  // PostgreSQL stores neither NUL nor lone surrogates.
  const clean = `${text}${details}${error}`.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\p{Cc}+/gu, ' ');
  return cut(withoutSecrets(clean), messageLengthMax);
}

function nameOf({ userName, ip, reqId }: Record<string, unknown>): string {
  if (typeof userName === 'string' && userName !== '') return userName.slice(0, userNameLengthMax);
  return ip !== undefined || reqId !== undefined ? 'Anonymous' : 'System';
}

/** Null below `Information` and for invalid lines. */
export function readLogLine(text: string): LogLine | null {
  let line: Record<string, unknown> | null;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  const level = levelOf(line?.level);
  if (line === null || level === null) return null;
  return {
    time: new Date(typeof line.time === 'number' ? line.time : Date.now()),
    level,
    status: statusOf(line, level),
    userName: nameOf(line),
    ip: typeof line.ip === 'string' ? line.ip.slice(0, ipLengthMax) : null,
    message: messageOf(line),
    kind: kindOf(line),
    gameId: Number.isInteger(line.gameId) ? (line.gameId as number) : null,
  };
}

export const viewLogLine = ({
  time,
  level,
  status,
  userName,
  ip,
  message,
  kind,
  gameId,
}: Omit<LogLine, 'userName' | 'kind'> & { userName: string | null; kind: LogKind | null }): LogMessage => ({
  time: time.getTime(),
  name: userName,
  level,
  ip,
  msg: message,
  status,
  kind,
  gameId,
});
