import { join } from 'node:path';
import { createApp } from './app.module.js';
import type { ServerConfig, Started } from './config/config.js';
import { systemClock } from './core/clock.js';
import { randomIds } from './core/ids.js';
import { EDGE_LIMITS, type EdgeConfig } from './edge/edge-config.js';
import { openEdge, type EdgeParts } from './edge/edge.module.js';
import { closeWithin } from './edge/http/close-within.js';
import { WaitingRoom } from './edge/http/waiting-room.js';
import { openLog } from './edge/logging.js';
import { projectRoot } from './edge/project-root.js';
import { MarketService } from './market/runtime/market.service.js';
import { C2cStaffService } from './features/c2c/c2c-staff.service.js';
import { readSellerSeeds } from './features/c2c/seller-seeds.js';
import { migrate } from './engine/history/migrate.js';
import { StaffAccounts } from './staff/staff-accounts.js';
import { startAgain } from './engine/history/start-again.js';

/**
 * Starts the server on its database and answers once it serves. Until then it answers that it is not ready. It waits for a database
 * that goes away meanwhile.
 */
export async function start(config: ServerConfig): Promise<Started & { url: string }> {
  const log = openLog(config.logLevel);
  const edge = edgeConfig(config);
  const room = await WaitingRoom.open({ ...openEdge(edge, log), clock: systemClock, ids: randomIds });
  const { port } = room;
  return startAgain(async () => {
    const parts = openEdge(edge, log);
    room.health = parts.health;
    try {
      const { app, staffCredentials } = await serve({ ...config, port }, edge, parts, room);
      return {
        port,
        url: `http://${config.host}:${port}`,
        staffCredentials,
        close: () => closeWithin(app, config.shutdownTimeoutSeconds),
      };
    } catch (error) {
      parts.limits.close();
      throw error;
    }
  }, log);
}

async function serve(config: ServerConfig, edge: EdgeConfig, parts: EdgeParts, room: WaitingRoom) {
  let started = false;
  parts.health.add({ name: 'started', check: () => Promise.resolve({ ready: started }) });
  await migrate(config.databaseUrl);
  const app = await createApp({ edge, parts, config, clock: systemClock, ids: randomIds, log: parts.log });
  try {
    // Not a part of the app itself: a server of a test has the sellers that the test gives it.
    await app
      .get<C2cStaffService>(C2cStaffService, { strict: false })
      .seedSellers(readSellerSeeds(join(projectRoot, 'seeds')));
    const staffCredentials = await app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed();
    await room.close();
    await app.listen({ port: config.port, host: config.host });
    started = true;
    // Tests start hundreds of servers that nobody reads lists of.
    if (config.nodeEnv !== 'test') void app.get<MarketService>(MarketService, { strict: false }).warmLists();
    return { app, staffCredentials };
  } catch (error) {
    await app.close();
    throw error;
  }
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
      loginsPerAddressPerMinute: config.loginsPerAddress,
    },
    clientDir: join(projectRoot, 'dist', 'client'),
    adminDir: join(projectRoot, 'dist', 'admin'),
    logRequests: config.logLevel === 'debug' || config.logLevel === 'trace',
  };
}
