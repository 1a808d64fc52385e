import type { Generator } from '../harness/generator';
import type { ProductProcess } from '../harness/processes';
import type { Answer } from './answers';
import { capture } from './capture';
import type { RowContext } from './row';
import type { Subject, Work } from './turns';

/** A server that is measured: of this checkout, or of the one given with --against. */
export interface Side {
  name: string;
  server: ProductProcess;
}

const gzip = { 'Accept-Encoding': 'gzip' };

export async function openSides({ harness }: RowContext): Promise<{ now: Side; before: Side | null }> {
  const { servers } = await harness.deploy();
  const [server] = servers;
  if (!server) throw new Error('No server runs.');
  const { against } = harness.options;
  return {
    now: { name: 'now', server },
    before:
      against === null ? null : { name: 'before', server: await harness.startBeside('before', { root: against }) },
  };
}

export interface Prepared {
  answer: Answer;
  /** Of the body with gzip. */
  bytes: number;
}

/** Asks once; null when the server knows no such call. */
async function tryAnswer({ harness }: RowContext, side: Side, answer: Answer): Promise<Prepared | null> {
  const statuses = [answer.status, ...(answer.others ?? [])];
  const calls = answer.calls.map((call) => ({ ...call, statuses, headers: { ...gzip, ...call.headers } }));
  const [first] = calls;
  if (!first) throw new Error(`${answer.what} has no call.`);
  const tried = { ...first, statuses: [answer.status, 404, 405] };
  const { status, body } = await capture(side.server.port, tried, answer.signedIn ? harness.sessions : undefined);
  return status === answer.status ? { answer: { ...answer, calls }, bytes: body.length } : null;
}

export async function prepare(context: RowContext, side: Side, answer: Answer): Promise<Prepared> {
  const prepared = await tryAnswer(context, side, answer);
  if (!prepared) throw new Error(`${answer.what}: the server of ${side.name} has no such call.`);
  return prepared;
}

/** Null without such a side, and for a call that its commit does not have yet. */
export const prepareBefore = async (context: RowContext, side: Side | null, answer: Answer): Promise<Prepared | null> =>
  side && tryAnswer(context, side, answer);

/** The same answer for clients that have it already; null when it has no ETag. */
export async function prepareUnchanged(context: RowContext, side: Side, answer: Answer): Promise<Prepared | null> {
  const [first] = answer.calls;
  if (!first) throw new Error(`${answer.what} has no call.`);
  const { headers } = await capture(side.server.port, { ...first, headers: gzip });
  if (!headers.etag) return null;
  const calls = [{ ...first, headers: { 'If-None-Match': headers.etag } }];
  return prepare(context, side, { ...answer, calls, status: 304 });
}

/** Windows of load on one side's server. */
export function subjectOf(
  { harness, extent }: RowContext,
  generator: Generator,
  side: Side,
  { name, answer: { calls, signedIn } }: { name: string; answer: Answer },
): Subject {
  const sessions = signedIn ? harness.sessions : undefined;
  return {
    name,
    async run(seconds): Promise<Work> {
      const load = { ports: [side.server.port], connections: extent.connections, seconds };
      const {
        result,
        cores,
        seconds: watched,
      } = await harness.watch(
        () => generator.call('load', { ...load, request: { kind: 'calls', calls, sessions } }),
        [side.server],
      );
      const cpu = Object.fromEntries(Object.entries(cores).map(([part, used]) => [part, used * watched]));
      return { requests: result.requests, seconds: result.seconds, statuses: result.statuses, cpu };
    },
  };
}
