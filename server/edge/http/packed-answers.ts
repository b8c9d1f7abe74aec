import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { declaredCalls } from './call.js';

/** Below this a packet or two carry it anyway. */
const LEAST_LENGTH = 32 * 1024;
/** A third of the time of the usual level, for a tenth more bytes. */
const LEVEL = 3;

/**
 * Lists of thousands of instruments travel packed: the catalogue is 1.3 MB plain and about a tenth of it packed. Only public reads are,
 * because the length of a packed answer tells something of the secrets in it. The packing is done beside the thread that decides orders.
 */
export function packLargeAnswers(server: FastifyInstance): void {
  const packable = new Set<string>();
  server.addHook('onRoute', ({ url }) => {
    const isPublic = declaredCalls().some(
      ({ path, access, method }) => `/${path}` === url && access === 'public' && method === 'GET',
    );
    if (isPublic) packable.add(url);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const isLarge = typeof payload === 'string' && payload.length >= LEAST_LENGTH;
    if (!isLarge || !packable.has(request.routeOptions.url ?? '')) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload);
    gzip(payload, { level: LEVEL }, (error, packed) => {
      if (error !== null) return done(error);
      reply.header('content-encoding', 'gzip').header('content-length', packed.length);
      done(null, packed);
    });
  });
}
