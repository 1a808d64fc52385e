import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request, at debug: never a body, a header, or an address with what stands in its query. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const route = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const broken = error ? { broken: error.message } : {};
    request.log.debug({ method, route, status: reply.statusCode, ms, ...broken }, 'A request was answered');
  }

  // The refusal itself is answered, and logged where it is ours, by the errors plugin.
  override routeNotFound(): void {}
  override defaultErrorLog(): void {}
}
