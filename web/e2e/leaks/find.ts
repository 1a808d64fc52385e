import type { Secret, SecretBook } from './book';
import { type Exception, findException } from './exceptions';
import type { Trace } from './record';
import { createSearch, excerpt, type Found } from './search';

export interface Search {
  /** One line for each place where a secret is that may not be there. */
  leaks: string[];
  /** Exceptions that covered something. */
  used: Set<Exception>;
  /** Finds of any kind, by secret. */
  found: Map<Secret, number>;
}

/** Looks for every secret of the book in everything that went out. */
export function findLeaks(traces: readonly Trace[], { secrets }: SecretBook): Search {
  const bySecret = new Map<string, Secret[]>();
  for (const secret of secrets) bySecret.set(secret.value, [...(bySecret.get(secret.value) ?? []), secret]);
  const search = createSearch(bySecret.keys());
  // The same page goes to many.
  const known = new Map<string, Found[]>();
  const result: Search = { leaks: [], used: new Set(), found: new Map() };
  const told = new Set<string>();
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
        // One of a kind says it all.
        const kind = `${secret.kind} to ${audience.name} in ${call}`;
        if (told.has(kind)) continue;
        told.add(kind);
        const line = `${secret.kind}: ${secret.name} (${form}) to ${audience.name} in ${call}, ${where}`;
        result.leaks.push(`${line}\n    ${excerpt(trace.text, at)}`);
      }
    }
  }
  return result;
}
