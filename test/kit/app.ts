import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino, type Logger } from 'pino';
import { createApp, type AppOptions } from '../../server/app.module.js';
import { readConfig, type Config } from '../../server/config/config.js';
import { systemClock, type Clock } from '../../server/core/clock.js';
import { randomIds, type Ids } from '../../server/core/ids.js';
import { closeWithin } from '../../server/edge/http/close-within.js';
import { EDGE_LIMITS, type EdgeConfig, type EdgeLimits } from '../../server/edge/edge-config.js';
import { SeedChain, epochOf } from '../../server/market/simulator/epochs.js';
import { startAgain } from '../../server/engine/history/start-again.js';
import { LogSalts } from '../../server/engine/public-log/log-salts.js';
import { CheckedAnswers } from './checked-answers.js';
import { TEST_LIMITS } from './limits.js';
import { migratedDatabase } from './migrated.js';
import { expectVerified, settled } from './verified.js';

const HOUR_MS = 3_600_000;
/**
 * A Wednesday noon, UTC, where a clock of a test's own begins: markets and banks are open, no day, month or epoch is about to
 * end, and what the simulated networks do is the same in every run. With a browser it begins now, as the browser's own does.
 */
export const WEDNESDAY_NOON = Date.UTC(2026, 0, 7, 12);
/** The same for every app, so that several can serve one database. */
export const PERSONAL_KEY = Buffer.alloc(32, 'test').toString('base64');

export interface StartedApp {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  url: string;
  databaseUrl: string;
  close(): Promise<void>;
}

export interface StartAppOptions {
  clock?: Clock;
  ids?: Ids;
  /** A database that is there already; else one of the test's own, which goes with the app. */
  databaseUrl?: string;
  limits?: Partial<EdgeLimits>;
  /** Every `X-Forwarded-For` is trusted by default. */
  trustProxy?: EdgeConfig['trustProxy'];
  publicUrl?: string;
  /** A drand server with the hash of its chain; none by default. */
  drandUrl?: string;
  /** Screens need no thousands of instruments unless a test is about lists of them; else all are there. */
  instruments?: Config['instruments'];
  /** Folders of built screens; none by default. */
  clientDir?: string;
  adminDir?: string;
  /** Where a server that starts again on its database finds its secrets; else a folder of this app's own, which goes with it. */
  dataDir?: string;
  /** The test falsifies its own history, so that the auditor has something to find at the end. */
  leavesWrongs?: boolean;
  /** Receives every log line, with one for each request; unset by default. */
  log?: Logger;
}

/** Of a server with screens, for a desk. */
export type DeskOptions = Pick<StartAppOptions, 'clientDir' | 'adminDir' | 'limits' | 'instruments'>;

/** The whole server on a free port, for tests: the clock and the ids may be theirs. */
export async function startApp(options: StartAppOptions = {}): Promise<StartedApp> {
  const own = options.databaseUrl === undefined ? await migratedDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const clock = options.clock ?? systemClock;
  const config = readConfig({ DATABASE_POOL_SIZE: '12' }) as Config;
  const hasScreens = options.clientDir !== undefined || options.adminDir !== undefined;
  const instruments = options.instruments ?? (hasScreens ? 'curated' : 'whole');
  const dataDir = options.dataDir ?? seededFolder(clock);
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const appOptions: AppOptions = {
    edge: {
      port: 0,
      host: '127.0.0.1',
      trustProxy: options.trustProxy ?? true,
      redisUrl: null,
      publicUrl: options.publicUrl ?? null,
      metricsToken: null,
      limits: { ...EDGE_LIMITS, ...TEST_LIMITS, ...options.limits },
      clientDir: options.clientDir ?? '/nonexistent',
      adminDir: options.adminDir ?? '/nonexistent',
      logRequests: options.log !== undefined,
    },
    config: {
      ...config,
      instruments,
      dataDir,
      databaseUrl,
      personalKey: PERSONAL_KEY,
      drandUrl: options.drandUrl ?? null,
      publicUrl: options.publicUrl ?? null,
    },
    clock,
    ids: options.ids ?? randomIds,
    log,
  };
  // As the server itself does: under a load that makes a lease late, the first try may find no writer.
  const app = await startAgain(() => createApp(appOptions), log);
  const server = app.getHttpAdapter().getInstance();
  const answers = new CheckedAnswers(server.edge);
  server.edge = answers;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    async close() {
      await settled(app);
      // A test that read only the head of an answer leaves its connection open, which the server waits for.
      await closeWithin(app, 2);
      try {
        answers.expectDeclared();
        if (own !== undefined && options.leavesWrongs !== true)
          await expectVerified(databaseUrl, clock.now(), LogSalts.atHand(dataDir));
      } finally {
        await own?.drop();
        if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** More than a test lives through; every server computes the whole chain when it starts. */
const EPOCHS = 3_000;
let lastSeed: string | undefined;

/** The seed of one of 10,000 epochs that a chain from a known last seed begins with. */
function seedOf(epoch: number): string {
  return new SeedChain('5eed'.repeat(16), 1, 10_000).seedOf(epoch);
}

/**
 * A data folder of the test's own, with a seed that is always the same: under a clock of the test's own the first epoch has the
 * same prices in every run. Later ones depend on what users did, as they should.
 */
export function seededFolder(clock: Clock): string {
  const epochMs = (readConfig({}) as Config).marketEpochHours * HOUR_MS;
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-'));
  const firstEpoch = epochOf(clock.now(), epochMs);
  const vault = { lastSeed: (lastSeed ??= seedOf(EPOCHS)), firstEpoch, epochMs, length: EPOCHS };
  mkdirSync(join(folder, 'secrets'), { mode: 0o700 });
  writeFileSync(join(folder, 'secrets', 'market-seeds.json'), JSON.stringify(vault), { mode: 0o600 });
  return folder;
}
