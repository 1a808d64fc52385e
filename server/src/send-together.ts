import type { FastifyReply } from 'fastify';

let turn: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, for all that wait in it one right after the other. Replies that are
 * written so cost less: most of the price of a small reply is waking its receiver, and of many written in a row the later
 * ones find it awake. Without it the same replies took up to a quarter more processor time.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  );
  return turn;
}

/** Sends a reply at the end of this turn, through all hooks, for code that is not a handler's result. */
export function sendTogether(reply: FastifyReply, parts: readonly (Buffer | string)[] = []): void {
  const [first] = parts;
  const body = parts.length > 1 ? Buffer.concat(parts.map((part) => Buffer.from(part as string))) : first;
  void endOfTurn().then(() => {
    if (reply.raw.destroyed || reply.sent) return;
    try {
      reply.send(body);
    } catch (error) {
      // A header that Node refuses to write.
      reply.send(error);
    }
  });
}
