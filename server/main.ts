import type { Server } from 'node:http';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import type { ServerConfig, Started } from './config/config.js';
import { systemClock } from './core/clock.js';
import { randomIds } from './core/ids.js';
import { EDGE_LIMITS, type EdgeConfig } from './edge/edge-config.js';
import { openLog } from './edge/logging.js';
import { projectRoot } from './edge/project-root.js';
import { C2cStaffService } from './features/c2c/c2c-staff.service.js';
import { readSellerSeeds } from './features/c2c/seller-seeds.js';
import { migrate } from './migrate.js';
import { StaffAccounts } from './staff/staff-accounts.js';

/** Starts the server on its database and answers once it serves. */
export async function start(config: ServerConfig): Promise<Started & { url: string }> {
  const log = openLog(config.logLevel);
  await migrate(config.databaseUrl);
  const app = await createApp({
    edge: edgeConfig(config),
    config,
    clock: systemClock,
    ids: randomIds,
    log,
  });
  // Not a part of the app itself: a server of a test has the sellers that the test gives it.
  await app
    .get<C2cStaffService>(C2cStaffService, { strict: false })
    .seedSellers(readSellerSeeds(join(projectRoot, 'seeds')));
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.getHttpServer().address() as { port: number };
  const staffCredentials = await app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed();
  return {
    port,
    url: `http://${config.host}:${port}`,
    staffCredentials,
    close: () => closeWithin(app, config.shutdownTimeoutSeconds),
  };
}

/** Requests in flight may end until then; who still holds his connection by sending or reading too slowly is cut off. */
async function closeWithin(app: NestFastifyApplication, seconds: number): Promise<void> {
  const server = app.getHttpServer() as Server;
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  await app.close().finally(() => clearTimeout(cut));
}

function edgeConfig(config: ServerConfig): EdgeConfig {
  return {
    port: config.port,
    host: config.host,
    trustProxy: config.trustProxy,
    redisUrl: config.redisUrl,
    publicUrl: config.publicUrl,
    metricsToken: config.metricsToken,
    limits: {
      ...EDGE_LIMITS,
      pointsPerAddressPerSecond: config.requestsPerAddress,
      pointsPerSessionPerSecond: config.requestsPerSession,
      demoAccountsPerAddressPerHour: config.demoAccountsPerAddress,
    },
    clientDir: join(projectRoot, 'dist', 'client'),
    adminDir: join(projectRoot, 'dist', 'admin'),
    logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
  };
}
