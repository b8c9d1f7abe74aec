import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { randomIds } from '../../core/ids.js';
import { isAway } from '../../engine/history/away.js';
import type { EdgeLimits } from '../edge-config.js';
import type { Envelopes } from './envelope.js';
import { languageOf, send } from './edge.js';
import type { KnownPaths } from './known-paths.js';

/** Turns everything that is thrown on the way to or in a call into the envelope. What is our fault gets an incident id. */
@Catch()
export class Failures implements ExceptionFilter {
  constructor(
    private readonly envelopes: Envelopes,
    private readonly paths: KnownPaths,
    private readonly limits: EdgeLimits,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    const refusal = this.refusalOf(error, request, reply);
    send(reply, this.envelopes.refusal(eventOf(request), languageOf(queryOf(request), request), refusal));
  }

  private refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
    if (error instanceof NotFoundException) return this.unknownRoute(request, reply);
    const cause = error instanceof HttpException && error.cause !== undefined ? error.cause : error;
    const { refusal } = cause as { refusal?: unknown };
    // A temporary failure carries its own refusal.
    if (isRefusal(refusal)) return refusal;
    if (isAway(cause)) return refuse('request.unavailable');
    const { code, statusCode } = cause as { code?: string; statusCode?: number };
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return refuse('request.too-large', { limitBytes: request.routeOptions.bodyLimit ?? this.limits.bodyBytes });
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('request.media-type');
    const status = statusCode ?? (error instanceof HttpException ? error.getStatus() : 500);
    if (status >= 400 && status < 500) return refuse('request.malformed');
    return this.incident(error, request);
  }

  private unknownRoute(request: FastifyRequest, reply: FastifyReply): Refusal {
    const methods = this.paths.methodsOf(request.url);
    if (methods.length === 0 || methods.includes(request.method)) return refuse('request.unknown-route');
    const allowed = methods.join(', ');
    reply.header('allow', allowed);
    return refuse('request.method-not-allowed', { method: request.method, methods: allowed });
  }

  private incident(error: unknown, request: FastifyRequest): Refusal {
    const incident = randomIds.next('incident');
    this.log.error(
      { incident, err: error, method: request.method, path: request.url.split('?')[0] },
      'a request failed',
    );
    return refuse('request.error', { incident });
  }
}

/** The call's name, if the address is a call's; any other address is not repeated. */
function eventOf(request: FastifyRequest): string {
  return /^\/web\/([A-Za-z0-9_]{1,40})\/?(?:\?|$)/.exec(request.url)?.[1] ?? '';
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return (request.query ?? {}) as Record<string, unknown>;
}
