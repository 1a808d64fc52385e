// A pause moves the times of a game; a folder that still says the old ones means the moved ones.

import type { FolderSource } from '@vexil/db/enums/challenge';
import { type Shift, shiftedTime } from '@vexil/rules/pause.rules';

type Visit = (path: string, time: number) => number;
type Source = Pick<FolderSource, 'times'> | null;

const names = new Set(['deadline', 'release', 'releaseUtc', 'start', 'end', 'freezeTime', 'writeupDeadline']);

function eachTime<Value>(value: Value, visit: Visit, path = ''): Value {
  if (typeof value !== 'object' || value === null) return value;
  const visited = Object.entries(value).map(([name, member]) => {
    const at = `${path}${path && '.'}${name}`;
    return [name, names.has(name) && typeof member === 'number' ? visit(at, member) : eachTime(member, visit, at)];
  });
  return (Array.isArray(value) ? visited.map(([, item]) => item) : Object.fromEntries(visited)) as Value;
}

/** What is new in the folder is meant as it is. */
export const movedTimes = <Value>(value: Value, source: Source, shifts: readonly Shift[]): Value =>
  eachTime(value, (path, time) => {
    const [known, since = 0] = source?.times?.[path] ?? [];
    const later = known === time ? shifts.filter(({ resumedAt }) => resumedAt > since) : [];
    return later.reduce(shiftedTime, time);
  });

export function notedTimes(value: object, source: Source, at: number): NonNullable<FolderSource['times']> {
  const times: NonNullable<FolderSource['times']> = {};
  eachTime(value, (path, time) => {
    const known = source?.times?.[path];
    times[path] = known?.[0] === time ? known : [time, at];
    return time;
  });
  return times;
}
