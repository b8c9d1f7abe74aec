import type { ServerResponse, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** So much of a refused body is taken in for the answer to be heard. */
const REST_BYTES_MAX = 16 * 1024 * 1024;
/** A client that sends nothing for so long is waiting for the answer. */
const SILENCE_MS = 2_000;

/**
 * A connection that closes while bytes lie unread is reset, and a client that sends its whole body before it reads loses the
 * answer. So an answer that closes the connection waits for the rest of the body, which is thrown away.
 */
export function hearBodiesOut(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete || !closes(reply.raw, reply.getHeader('connection'))) return done(null, payload);
    restOf(request.raw, () => done(null, payload));
  });
}

const closes = (answer: ServerResponse, connection: unknown): boolean =>
  connection === 'close' || !answer.shouldKeepAlive;

function restOf(body: IncomingMessage, done: () => void): void {
  let left = REST_BYTES_MAX;
  const silence = setTimeout(end, SILENCE_MS);
  const count = (chunk: Buffer): void => {
    silence.refresh();
    left -= chunk.length;
    if (left < 0) end();
  };
  function end(): void {
    clearTimeout(silence);
    body.off('data', count).off('close', end);
    done();
  }
  body.on('data', count).once('close', end).resume();
}
