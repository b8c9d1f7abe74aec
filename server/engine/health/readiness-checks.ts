/** One thing that must be right before this server should get traffic. Provided by its owner. */
export interface ReadinessCheck {
  readonly name: string;
  /** Figures beside the verdict, for the operator. Rejecting counts as not ready. */
  check(): Promise<{ ready: boolean; detail?: Record<string, string | number> }>;
}

export interface Readiness {
  ready: boolean;
  checks: Record<string, { ready: boolean; detail?: object }>;
}

const CHECK_TIMEOUT_MS = 2000;

/** Readiness checks of all rooms; each room adds its own when its module starts. */
export class ReadinessChecks {
  private readonly checks: ReadinessCheck[] = [];
  private running: Promise<Readiness> | undefined;

  add(...checks: readonly ReadinessCheck[]): void {
    this.checks.push(...checks);
  }

  /** Everybody may call this, so calls in between share one answer and one query. */
  ready(): Promise<Readiness> {
    this.running ??= this.runAll().finally(() => (this.running = undefined));
    return this.running;
  }

  private async runAll(): Promise<Readiness> {
    const results = await Promise.all(this.checks.map(async (check) => [check.name, await run(check)] as const));
    return { ready: results.every(([, result]) => result.ready), checks: Object.fromEntries(results) };
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
