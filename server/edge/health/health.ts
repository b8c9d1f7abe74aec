import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorRule } from '../http/operator.js';

/** One thing that must be right before this server should get traffic. Provided by whoever owns the thing. */
export interface ReadinessCheck {
  readonly name: string;
  /** Figures to show beside the verdict, to whoever runs the server. Rejecting counts as not ready. */
  check(): Promise<{ ready: boolean; detail?: Record<string, string | number> }>;
}

interface Readiness {
  ready: boolean;
  checks: Record<string, { ready: boolean; detail?: object }>;
}

const CHECK_TIMEOUT_MS = 2000;

/** Readiness checks of all rooms; each room adds its own when its module starts. */
export class Health {
  private readonly checks: ReadinessCheck[] = [];
  private running: Promise<Readiness> | undefined;

  constructor(private readonly isOperator: OperatorRule) {}

  add(...checks: readonly ReadinessCheck[]): void {
    this.checks.push(...checks);
  }

  /** Everybody may ask, so who asks meanwhile gets the same answer: the database is not asked for each. */
  ready(): Promise<Readiness> {
    this.running ??= this.runAll().finally(() => (this.running = undefined));
    return this.running;
  }

  private async runAll(): Promise<Readiness> {
    const results = await Promise.all(this.checks.map(async (check) => [check.name, await run(check)] as const));
    return { ready: results.every(([, result]) => result.ready), checks: Object.fromEntries(results) };
  }

  serve(server: FastifyInstance): void {
    server.get('/health/live', () => ({ live: true }));
    server.get('/health/ready', (request, reply) => this.answer(request, reply));
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { ready, checks } = await this.ready();
    const shown = this.isOperator(request) ? checks : withoutDetail(checks);
    return reply.code(ready ? 200 : 503).send({ ready, checks: shown });
  }
}

function withoutDetail(checks: Readiness['checks']): Readiness['checks'] {
  return Object.fromEntries(Object.entries(checks).map(([name, { ready }]) => [name, { ready }]));
}

async function run(check: ReadinessCheck): Promise<{ ready: boolean; detail?: Record<string, string | number> }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ ready: boolean }>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false }), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check.check(), late]);
  } catch {
    return { ready: false };
  } finally {
    clearTimeout(timer);
  }
}
