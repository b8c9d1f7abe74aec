import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Whether the caller is the operator, who may see the server's inner state. */
export type OperatorRule = (request: Pick<FastifyRequest, 'headers' | 'raw'>) => boolean;

/** What proxies add: a request that one of them hands on comes from this machine and is not of this machine. */
const HANDED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const THIS_MACHINE = /^(::ffff:)?127\.|^::1$/;

/** With a token, a request with it as `Authorization: Bearer`; without one, a request from this machine and through no proxy. */
export function operatorRule(token: string | null): OperatorRule {
  if (token === null) {
    return ({ headers, raw }) =>
      THIS_MACHINE.test(raw.socket.remoteAddress ?? '') && !HANDED_ON.some((name) => name in headers);
  }
  const wanted = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), wanted);
}

// Both digests have one length, as the comparison needs.
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
