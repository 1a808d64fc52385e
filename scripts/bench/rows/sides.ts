import type { Generator } from '../harness/generator';
import type { ProductProcess } from '../harness/processes';
import type { Answer } from './answers';
import { type Captured, capture } from './capture';
import type { RowContext } from './row';
import { type Subject, type Turns, takeTurns, type Work } from './turns';

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
      return { ...result, cpu };
    },
  };
}

/** Takes turns with a `node:http` process that sends the same bytes; one that reads the same body first, where there is one. */
export async function besideBaseline(
  context: RowContext,
  side: Side,
  answer: Answer,
  turns: Turns = context.extent.turns,
): Promise<{ base: Work; work: Work; reply: Captured }> {
  const { harness, extent } = context;
  const { calls, what, signedIn } = answer;
  const sessions = signedIn ? harness.sessions : undefined;
  const [call] = calls;
  if (!call) throw new Error(`${what} has no call.`);
  const reply = await capture(side.server.port, call, sessions);
  const generator = harness.generator();
  const port = await harness.generator().call('openBaseline', { ...reply, body: reply.body.toString('base64') });
  const plain: Subject = {
    name: 'baseline',
    async run(seconds) {
      const load = { ports: [port], connections: extent.connections, seconds };
      return { ...(await generator.call('load', { ...load, request: { kind: 'calls', calls, sessions } })), cpu: {} };
    },
  };
  const works = await takeTurns([plain, subjectOf(context, generator, side, { name: 'now', answer })], turns);
  const [base, work] = ['baseline', 'now'].map((name) => works.get(name));
  if (!base || !work) throw new Error('A subject had no turn.');
  return { base, work, reply };
}
