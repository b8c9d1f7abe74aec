import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.js';
import type { Ids } from '../../core/ids.js';
import { refuse } from '../../core/refusal.js';
import type { EdgeConfig } from '../edge-config.js';
import type { Metrics } from '../health/metrics.js';
import { declaredCalls } from './call.js';
import { JSON_TYPE, languageOf, send } from './edge.js';
import type { Envelopes } from './envelope.js';
import { packLargeAnswers } from './packed-answers.js';
import { addBodyParsers } from './parsers.js';
import type { RateLimits } from './rate-limits.js';
import { hearBodiesOut } from './rest-of-body.js';
import { trustOf } from './trusted-address.js';

/** Headers fit into a packet or two: who needs longer only holds the connection. */
const HEADERS_TIMEOUT_MS = 15_000;
/** The largest image on the uplink of a bad phone, 0.6 Mbit/s; an upload that falls silent ends sooner. */
const REQUEST_TIMEOUT_MS = 120_000;

export interface HttpParts {
  config: EdgeConfig;
  envelopes: Envelopes;
  limits: RateLimits;
  metrics: Metrics;
  log: Logger;
  clock: Clock;
  ids: Ids;
}

/** Fastify as Nest wants it, with our parsers and hooks instead of its own. */
export function openHttp(parts: HttpParts): FastifyAdapter {
  const { config, envelopes, ids } = parts;
  const adapter = new FastifyAdapter<RawServerDefault>({
    bodyLimit: config.limits.bodyBytes,
    trustProxy: trustOf(config.trustProxy),
    // The id of the call, in the log and, as the correlation, in the history.
    genReqId: () => ids.next('call'),
    // There is no Nest middleware, so the layer for it would only cost.
    skipMiddie: true,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(reply, envelopes.refusal('', languageOf({}, request), refuse('request.malformed'))),
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => refuseConnection(parts, error, socket),
  } as ConstructorParameters<typeof FastifyAdapter<RawServerDefault>>[0]);
  const server = adapter.getInstance<FastifyInstance>();
  addBodyParsers(server);
  allowLargerBodies(server);
  hearBodiesOut(server);
  packLargeAnswers(server);
  addHooks(server, parts);
  return adapter;
}

/** Routes come after this: each call that needs it gets its own limit. */
function allowLargerBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const call = declaredCalls().find(({ path }) => `/${path}` === route.url);
    if (call?.bodyBytesMax !== undefined && route.method === 'POST') route.bodyLimit = call.bodyBytesMax;
  });
}

function addHooks(server: FastifyInstance, { config, envelopes, limits, metrics, log, clock }: HttpParts): void {
  // A browser that has come by TLS once comes by nothing else for a year; by plain HTTP it would not listen.
  const secured = config.publicUrl?.startsWith('https:') === true;
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    if (secured) reply.header('strict-transport-security', 'max-age=31536000');
    // By the clock that decides, so that a browser can count down to what it decides.
    reply.header('date', new Date(clock.now()).toUTCString());
    limits.ofAddress(request.ip).then((refusal) => {
      if (refusal === undefined) done();
      else send(reply, envelopes.refusal('', languageOf({}, request), refusal));
    }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const ms = reply.elapsedTime;
    metrics.answered(route, reply.statusCode, ms / 1000);
    if (config.logRequests)
      log.info(
        { call: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(ms) },
        'request',
      );
    done();
  });
}

/** Bytes that are not HTTP are answered with the envelope as well, if the connection still stands. */
function refuseConnection({ envelopes }: HttpParts, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, body } = envelopes.refusal('', 'en', refuse(tooLarge ? 'request.too-large' : 'request.malformed'));
  const head = [
    `HTTP/1.1 ${tooLarge ? `${status} Payload Too Large` : `${status} Bad Request`}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Ended alone, it would stand for as long as the other side keeps its half open.
  socket.destroySoon();
}
