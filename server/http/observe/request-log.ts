import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

const slowMs = 10_000;

/** One line per request: never a body, a header or a query. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const route = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const broken = error ? { broken: error.message } : {};
    const line = { method, route, status: reply.statusCode, ms, ...broken };
    if (ms < slowMs || request.ws) {
      request.log.debug(line, 'A request was answered');
      return;
    }
    const who = { ip: request.ip, userName: request.actor?.userName };
    request.log.warn({ event: 'request.slow', ...line, ...who }, `${method} ${route} took ${Math.round(ms / 1000)} s`);
  }

  /** A client that went away before the end of a reply is no event; another error of a stream is. */
  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') {
      request.log.debug({ route: request.routeOptions.url ?? null }, 'The client closed the connection during a reply');
      return;
    }
    request.log.warn({ event: 'request.stream_failed', err: error }, 'A reply ended early');
  }

  override routeNotFound(): void {}
  override defaultErrorLog(): void {}
}
