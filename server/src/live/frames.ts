import { type LiveTarget, liveTargets } from '@vexil/contract/live';
import type { LiveMessage } from '@vexil/runtime/live';
import { readActivities, readSubmissions } from '../activity/activity.service';
import type { Deps } from '../deps';
import { formatCursor } from './cursor';
import type { Entry } from './room';
import { invocationFrame } from './signalr';

/** A message as it came through Redis. */
export interface Heard {
  epoch: string;
  at: number;
  message: LiveMessage;
}

/** Reads `{epoch}.{at} {json}` of a channel; undefined when another release says what we do not know. */
export function parseHeard(text: string): Heard | undefined {
  const space = text.indexOf(' ');
  const [epoch = '', at = ''] = text.slice(0, space).split('.');
  return parseStored(epoch, at, text.slice(space + 1));
}

export function parseStored(epoch: string, at: string, json: string): Heard | undefined {
  try {
    const message = JSON.parse(json) as LiveMessage;
    return Object.hasOwn(liveTargets, message.target) ? { epoch, at: Number(at), message } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads what the channel of changed rights says. */
export function parseSubjects(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

/** Makes the frames of a message; undefined when it does not fit its declaration. */
export type Encode = (heard: Heard, payload: unknown) => Entry | undefined;

/** What one message costs for all who hear it: only what the target's schema names leaves. */
export function encodeEntry({ epoch, at, message: { target } }: Heard, payload: unknown): Entry | undefined {
  const { payload: schema, extension } = liveTargets[target];
  const result = schema.safeParse(payload);
  if (!result.success) return undefined;
  const text = JSON.stringify(result.data);
  return {
    at,
    target,
    plain: extension ? undefined : invocationFrame(target, text),
    full: invocationFrame(target, text, formatCursor({ epoch, at })),
  };
}

function idsOf({ message }: Heard, target: LiveTarget): number[] {
  if (message.target !== target) return [];
  const { ids } = (message.payload ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
}

/** Calls that were told in one message are one entry, so that a cursor never points between two of them. */
function mergeEntries(entries: readonly Entry[]): Entry | undefined {
  const [first] = entries;
  if (!first || entries.length === 1) return first;
  const plain = first.plain && Buffer.concat(entries.flatMap((entry) => entry.plain ?? []));
  return { ...first, plain, full: Buffer.concat(entries.map(({ full }) => full)) };
}

/**
 * Encodes messages in their order. Those of monitors travel as ids and are read here, all in one statement per kind; a
 * row that is gone has nothing to say.
 */
export async function readEntries(
  deps: Pick<Deps, 'db' | 'sealing'>,
  encode: Encode,
  heard: readonly Heard[],
): Promise<Entry[]> {
  const wanted = (target: LiveTarget) => heard.flatMap((one) => idsOf(one, target));
  const [activities, submissions] = await Promise.all([
    readActivities(deps, wanted('ReceivedGameEvent')),
    readSubmissions(deps, wanted('ReceivedSubmissions')),
  ]);
  return heard.flatMap((one) => {
    const { target, payload } = one.message;
    const isActivity = target === 'ReceivedGameEvent';
    if (!isActivity && target !== 'ReceivedSubmissions') return encode(one, payload) ?? [];
    const rows: ReadonlyMap<number, unknown> = isActivity ? activities : submissions;
    return mergeEntries(idsOf(one, target).flatMap((id) => encode(one, rows.get(id)) ?? [])) ?? [];
  });
}
