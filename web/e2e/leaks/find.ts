import { type Exception, findException } from './exceptions';
import type { Trace } from './record';
import { createSearch, excerpt, type Found } from './search';
import type { Secret, SecretRegistry } from './secrets';

export interface Search {
  /** One line per forbidden occurrence. */
  leaks: string[];
  /** Exceptions that matched. */
  used: Set<Exception>;
  /** Number of occurrences per secret, allowed ones included. */
  found: Map<Secret, number>;
}

export function findLeaks(traces: readonly Trace[], { all: secrets }: SecretRegistry): Search {
  const bySecret = new Map<string, Secret[]>();
  for (const secret of secrets) bySecret.set(secret.value, [...(bySecret.get(secret.value) ?? []), secret]);
  const search = createSearch(bySecret.keys());
  // Many audiences receive the same page.
  const known = new Map<string, Found[]>();
  const result: Search = { leaks: [], used: new Set(), found: new Map() };
  const reported = new Set<string>();
  for (const trace of traces) {
    const finds = known.get(trace.text) ?? search(trace.text);
    known.set(trace.text, finds);
    for (const { secret: value, form, at } of finds) {
      for (const secret of bySecret.get(value) ?? []) {
        result.found.set(secret, (result.found.get(secret) ?? 0) + 1);
        const exception = findException(secret, trace);
        if (exception) {
          result.used.add(exception);
          continue;
        }
        const { audience, call, where } = trace;
        // Reported once per kind.
        const kind = `${secret.kind} to ${audience.name} in ${call}`;
        if (reported.has(kind)) continue;
        reported.add(kind);
        const line = `${secret.kind}: ${secret.name} (${form}) to ${audience.name} in ${call}, ${where}`;
        result.leaks.push(`${line}\n    ${excerpt(trace.text, at)}`);
      }
    }
  }
  return result;
}
