import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReadinessChecks, type Readiness } from '../../engine/health/readiness-checks.js';
import type { OperatorRule } from '../http/operator.js';

/** Shows everybody whether this server is ready; only the operator sees why. */
export class Health extends ReadinessChecks {
  constructor(private readonly isOperator: OperatorRule) {
    super();
  }

  serve(server: FastifyInstance): void {
    server.get('/health/live', () => ({ live: true }));
    server.get('/health/ready', (request, reply) => this.answer(request, reply));
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { ready, checks } = await this.ready();
    const visible = this.isOperator(request) ? checks : withoutDetail(checks);
    return reply.code(ready ? 200 : 503).send({ ready, checks: visible });
  }
}

function withoutDetail(checks: Readiness['checks']): Readiness['checks'] {
  return Object.fromEntries(Object.entries(checks).map(([name, { ready }]) => [name, { ready }]));
}
