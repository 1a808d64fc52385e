import { type LiveTarget, liveTargets } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import type { LiveMessage } from '@vexil/runtime/live';
import { readActivities, readSubmissions } from '../activity/activity.service';
import { readShownNotice } from '../notice/notice.service';
import { formatCursor } from './cursor';
import type { Entry, ReceivedMessage } from './room';
import { invocationFrame } from './signalr';

/** Parses `{epoch}.{at} {json}` of a channel; undefined for targets that this release does not take from there. */
export function parseMessage(text: string): ReceivedMessage | undefined {
  const space = text.indexOf(' ');
  const [epoch = '', at = ''] = text.slice(0, space).split('.');
  return parseStored(epoch, at, text.slice(space + 1));
}

export function parseStored(epoch: string, at: string, json: string): ReceivedMessage | undefined {
  try {
    const message = JSON.parse(json) as LiveMessage;
    // Servers and workers of 0.2 and before publish versions of scoreboards here, which the poll finds too.
    const isTaken = message.target !== 'ScoreboardChanged' && Object.hasOwn(liveTargets, message.target);
    return isTaken ? { epoch, at: Number(at), message } : undefined;
  } catch {
    return undefined;
  }
}

export function parseSubjects(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

/** Encodes a message; undefined when the payload does not match its schema. */
export type Encode = (received: ReceivedMessage, payload: unknown) => Entry | undefined;

/** Encodes once for all recipients; fields that the schema lacks are removed. */
export function encodeEntry(received: ReceivedMessage, payload: unknown): Entry | undefined {
  const { epoch, at, message } = received;
  const { target } = message;
  const { payload: schema, extension } = liveTargets[target];
  const result = schema.safeParse(payload);
  if (!result.success) return undefined;
  const text = JSON.stringify(result.data);
  return {
    at,
    target,
    plain: extension ? undefined : invocationFrame(target, text),
    full: invocationFrame(target, text, formatCursor({ epoch, at })),
    received: noticeIdOf(received) === undefined ? undefined : received,
  };
}

function noticeIdOf({ message: { target, payload } }: ReceivedMessage): number | undefined {
  return target === 'ReceivedGameNotice' || target === 'NoticeChanged' ? (payload as { id: number }).id : undefined;
}

/** Notices as they are now, and the deletion of those that were withdrawn. */
export function refreshNotices({ db }: Pick<Deps, 'db'>, received: readonly ReceivedMessage[]) {
  return Promise.all(
    received.map(async (one): Promise<ReceivedMessage> => {
      const id = noticeIdOf(one);
      if (id === undefined) return one;
      const payload = await readShownNotice(db, id);
      const message: LiveMessage = payload
        ? { target: one.message.target, payload }
        : { target: 'NoticeDeleted', payload: { id } };
      return { ...one, message };
    }),
  );
}

function idsOf({ message }: ReceivedMessage, target: LiveTarget): number[] {
  if (message.target !== target) return [];
  const { ids } = (message.payload ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
}

/** Rows of one message become one entry, so that a cursor never points between two of them. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const [first] = entries;
  if (!first || entries.length === 1) return [...entries];
  const plain = first.plain && Buffer.concat(entries.flatMap((entry) => entry.plain ?? []));
  return [{ ...first, plain, full: Buffer.concat(entries.map(({ full }) => full)) }];
}

/**
 * Encodes messages in order. Rows of monitor messages are read from the database, with one statement per table; deleted
 * rows are skipped.
 */
export async function readEntries(
  deps: Pick<Deps, 'db' | 'sealing'>,
  encode: Encode,
  received: readonly ReceivedMessage[],
): Promise<Entry[]> {
  const wanted = (target: LiveTarget) => received.flatMap((one) => idsOf(one, target));
  const [activities, submissions] = await Promise.all([
    readActivities(deps, wanted('ReceivedGameEvent')),
    readSubmissions(deps, wanted('ReceivedSubmissions')),
  ]);
  const entries: Entry[] = [];
  for (const one of received) {
    const { target, payload } = one.message;
    if (target === 'ReceivedGameEvent' || target === 'ReceivedSubmissions') {
      const rows: ReadonlyMap<number, unknown> = target === 'ReceivedGameEvent' ? activities : submissions;
      entries.push(...mergeEntries(idsOf(one, target).flatMap((id) => encode(one, rows.get(id)) ?? [])));
    } else entries.push(...[encode(one, payload) ?? []].flat());
  }
  return entries;
}
