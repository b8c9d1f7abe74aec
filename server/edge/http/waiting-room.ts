import type { FastifyInstance } from 'fastify';
import { refuse } from '../../core/refusal.js';
import type { Health } from '../health/health.js';
import { languageOf, send } from './edge.js';
import { openHttp, type HttpParts } from './server.js';

/** What answers at the server's address before the server does: not ready, and why; every call is unavailable. */
export class WaitingRoom {
  /** The checks of the server that is being started. */
  health: Health;

  private constructor(
    private readonly server: FastifyInstance,
    private readonly limits: HttpParts['limits'],
    health: Health,
  ) {
    this.health = health;
  }

  static async open(parts: HttpParts & { health: Health }): Promise<WaitingRoom> {
    const { config, envelopes } = parts;
    const server = openHttp(parts).getInstance<FastifyInstance>();
    const room = new WaitingRoom(server, parts.limits, parts.health);
    server.get('/health/live', () => ({ live: true }));
    server.get('/health/ready', (request, reply) => room.health.answer(request, reply));
    server.setNotFoundHandler((request, reply) =>
      send(reply, envelopes.refusal('', languageOf({}, request), refuse('request.unavailable'))),
    );
    await server.listen({ port: config.port, host: config.host });
    return room;
  }

  get port(): number {
    return (this.server.server.address() as { port: number }).port;
  }

  /** Lets go of the address; requests that are being answered end first. */
  async close(): Promise<void> {
    await this.server.close();
    this.limits.close();
  }
}
