import type { Remark } from '../model';
import { Remarks } from '../remarks';
import { writeEvent } from '../writers/event';
import { hasFile } from './draft';
import type { EventFolder } from './event';
import { readCtfdEvent } from './event-ctfd';
import { readRctfEvent } from './event-rctf';
import { ctfdTables, rctfTables } from './exports';

export interface ConvertedEvent {
  problems: Remark[];
  losses: Remark[];
  /** Of the file of the event; null after a problem. */
  content: AsyncGenerator<Uint8Array> | null;
}

/** Reads the export of a finished event where it is, so that the server reads one form, which is ours. */
export async function convertEvent(folder: EventFolder, now: number): Promise<ConvertedEvent> {
  const found = new Remarks();
  const read = hasFile(folder, ctfdTables.challenges)
    ? readCtfdEvent
    : hasFile(folder, rctfTables.solves)
      ? readRctfEvent
      : null;
  if (!read) found.refuse('', '', 'format.unknown');
  const event = (await read?.(folder, now, found)) ?? null;
  return { problems: found.problems, losses: found.finished(), content: event && writeEvent(folder, event) };
}
