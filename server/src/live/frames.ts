import { type LiveTarget, liveTargets } from '@vexil/contract/live';
import { ScoreboardVersion } from '@vexil/contract/scoreboard';
import { isStaffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import type { LiveMessage } from '@vexil/runtime/live';
import { readActivities, readSubmissions } from '../activity/activity.service';
import type { Deps } from '../deps';
import { formatCursor } from './cursor';
import { type Entry, isBoard } from './room';
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
    full: invocationFrame(target, text, isBoard(target) ? undefined : formatCursor({ epoch, at })),
  };
}

function idsOf({ message }: Heard, target: LiveTarget): number[] {
  if (message.target !== target) return [];
  const { ids } = (message.payload ?? {}) as { ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
}

/** Calls that were told in one message are one entry, so that a cursor never points between two of them. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const [first] = entries;
  if (!first || entries.length === 1) return [...entries];
  const plain = first.plain && Buffer.concat(entries.flatMap((entry) => entry.plain ?? []));
  return [{ ...first, plain, full: Buffer.concat(entries.map(({ full }) => full)) }];
}

/** How far the changes of a board were encoded, in a room or in its stored messages. */
export interface BoardPosition {
  boardVersion: number | undefined;
}

/** The changes that a message about a board stands for: those after the messages before it. */
async function readBoardChanges(
  { boards }: Pick<Deps, 'boards'>,
  encode: Encode,
  heard: Heard,
  position: BoardPosition,
): Promise<Entry[]> {
  const { success, data } = ScoreboardVersion.safeParse(heard.message.payload);
  if (!success) return [];
  const { gameId, version } = data;
  const since = position.boardVersion ?? version - 1;
  const audience = isStaffVersion(version) ? 'staff' : 'public';
  const changes = await boards.changes(gameId, audience, since, version);
  position.boardVersion = Math.max(since, version, changes.at(-1)?.version ?? 0);
  return mergeEntries(changes.flatMap((change) => encode(heard, { gameId, ...change }) ?? []));
}

/**
 * Encodes messages in their order. Those of monitors travel as ids and those of boards as versions, and both are read
 * here, rows in one statement per kind; a row that is gone has nothing to say.
 */
export async function readEntries(
  deps: Pick<Deps, 'db' | 'sealing' | 'boards'>,
  encode: Encode,
  heard: readonly Heard[],
  position: BoardPosition,
): Promise<Entry[]> {
  const wanted = (target: LiveTarget) => heard.flatMap((one) => idsOf(one, target));
  const [activities, submissions] = await Promise.all([
    readActivities(deps, wanted('ReceivedGameEvent')),
    readSubmissions(deps, wanted('ReceivedSubmissions')),
  ]);
  const entries: Entry[] = [];
  for (const one of heard) {
    const { target, payload } = one.message;
    if (isBoard(target)) entries.push(...(await readBoardChanges(deps, encode, one, position)));
    else if (target === 'ReceivedGameEvent' || target === 'ReceivedSubmissions') {
      const rows: ReadonlyMap<number, unknown> = target === 'ReceivedGameEvent' ? activities : submissions;
      entries.push(...mergeEntries(idsOf(one, target).flatMap((id) => encode(one, rows.get(id)) ?? [])));
    } else entries.push(...[encode(one, payload) ?? []].flat());
  }
  return entries;
}
