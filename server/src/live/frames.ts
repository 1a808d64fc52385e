import { readActivities, readSubmissions } from '../activity/activity.service';
import { type LiveMessage, type LiveTarget, liveTargets } from '../contract/live';
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
export function parseAccountIds(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

/** What one message costs for all who hear it: only what the target's schema names leaves. */
export function encodeEntry({ epoch, at, message: { target } }: Heard, payload: unknown): Entry | undefined {
  const { payload: schema, extension } = liveTargets[target];
  const result = schema.safeParse(payload);
  if (!result.success) return undefined;
  const text = JSON.stringify(result.data);
  return {
    at,
    plain: extension ? undefined : invocationFrame(target, text),
    full: invocationFrame(target, text, formatCursor({ epoch, at })),
  };
}

function idsOf(heard: readonly Heard[], target: LiveTarget, key: string): number[] {
  const rows = heard.filter(({ message }) => message.target === target);
  const ids = rows.map(({ message }) => Number((message.payload as Record<string, unknown> | null)?.[key]));
  return ids.filter((id) => Number.isSafeInteger(id));
}

/**
 * Encodes messages in their order. Those of monitors travel as ids and are read here, all in one statement per kind; a
 * row that is gone has nothing to say.
 */
export async function readEntries(deps: Pick<Deps, 'db' | 'sealing'>, heard: readonly Heard[]): Promise<Entry[]> {
  const [activities, submissions] = await Promise.all([
    readActivities(deps, idsOf(heard, 'ReceivedGameEvent', 'activityId')),
    readSubmissions(deps, idsOf(heard, 'ReceivedSubmissions', 'submissionId')),
  ]);
  return heard.flatMap((one) => {
    const { target, payload } = one.message;
    const { activityId, submissionId } = (payload ?? {}) as { activityId: number; submissionId: number };
    if (target === 'ReceivedGameEvent') return encodeEntry(one, activities.get(activityId)) ?? [];
    if (target === 'ReceivedSubmissions') return encodeEntry(one, submissions.get(submissionId)) ?? [];
    return encodeEntry(one, payload) ?? [];
  });
}
