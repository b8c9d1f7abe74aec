import type { FastifyInstance } from 'fastify';

/** One thing that must be right before this server should get traffic. Provided by whoever owns the thing. */
export interface ReadinessCheck {
  readonly name: string;
  /** Figures to show beside the verdict. Rejecting counts as not ready. */
  check(): Promise<{ ready: boolean; detail?: Record<string, string | number> }>;
}

const CHECK_TIMEOUT_MS = 2000;

/** Readiness checks of all rooms; each room adds its own when its module starts. */
export class Health {
  private readonly checks: ReadinessCheck[] = [];

  add(...checks: readonly ReadinessCheck[]): void {
    this.checks.push(...checks);
  }

  async ready(): Promise<{ ready: boolean; checks: Record<string, { ready: boolean; detail?: object }> }> {
    const results = await Promise.all(this.checks.map(async (check) => [check.name, await run(check)] as const));
    return { ready: results.every(([, result]) => result.ready), checks: Object.fromEntries(results) };
  }

  serve(server: FastifyInstance): void {
    server.get('/health/live', () => ({ live: true }));
    server.get('/health/ready', async (_request, reply) => {
      const result = await this.ready();
      return reply.code(result.ready ? 200 : 503).send(result);
    });
  }
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
