import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Whether whoever asks runs this server, and may see how it is doing inside. */
export type OperatorRule = (request: Pick<FastifyRequest, 'headers' | 'raw'>) => boolean;

/** What proxies add: a request that one of them hands on comes from this machine and is not of this machine. */
const HANDED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const THIS_MACHINE = /^(::ffff:)?127\.|^::1$/;

/** With a token, who brings it as `Authorization: Bearer`; without one, who asks from this machine and through no proxy. */
export function operatorRule(token: string | null): OperatorRule {
  if (token === null) {
    return ({ headers, raw }) =>
      THIS_MACHINE.test(raw.socket.remoteAddress ?? '') && !HANDED_ON.some((name) => name in headers);
  }
  const wanted = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), wanted);
}

// Of one length whatever was sent, as the comparison needs.
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
