import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { ServerConfig } from './config/config.js';
import type { Clock } from './core/clock.js';
import type { Ids } from './core/ids.js';
import type { EdgeConfig } from './edge/edge-config.js';
import { openEdge, type EdgeParts } from './edge/edge.module.js';
import type { CallServer } from './edge/http/call.js';
import { Edge } from './edge/http/edge.js';
import { Failures } from './edge/http/failures.js';
import { KnownPaths } from './edge/http/known-paths.js';
import { takeCspReports } from './edge/http/csp-reports.js';
import { serveScreens } from './edge/http/screens.js';
import { openHttp } from './edge/http/server.js';
import { UserSessions } from './edge/http/sessions.js';
import { SocketAdapter } from './edge/socket/socket-adapter.js';
import { serveDocs } from './edge/openapi/docs.js';
import { NestLog } from './edge/logging.js';

export interface AppOptions {
  edge: EdgeConfig;
  /** What the edge is made of, where it is there before the app. */
  parts?: EdgeParts;
  config: ServerConfig;
  clock: Clock;
  ids: Ids;
  log: Logger;
}

const OTHER_PATHS = ['docs', 'docs/json', 'metrics', 'health/live', 'health/ready'].map((path) => ({
  method: 'GET',
  path,
}));

/** The whole server, put together and initialised but not listening yet. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const { log, config, clock, ids } = options;
  const parts = options.parts ?? openEdge(options.edge, log);
  const adapter = openHttp({ ...parts, clock });
  const module = AppModule.with(parts, { config, clock, ids });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    logger: new NestLog(log),
    abortOnError: false,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.decorate('edge', app.get<Edge>(Edge, { strict: false }) as CallServer);
  app.useGlobalFilters(new Failures(parts.envelopes, new KnownPaths(OTHER_PATHS), options.edge.limits, log));
  parts.health.serve(server);
  parts.metrics.serve(server);
  serveDocs(server);
  await takeCspReports(server, parts.metrics, log);
  await serveScreens(server, options.edge);
  const sessions = app.get<UserSessions>(UserSessions, { strict: false });
  app.useWebSocketAdapter(new SocketAdapter(app.getHttpServer() as Server, options.edge, sessions, clock));
  server.addHook('preClose', (done) => {
    parts.limits.close();
    done();
  });
  try {
    await app.init();
  } catch (error) {
    // What has started already must not work on beside the next try.
    await app.close();
    throw error;
  }
  return app;
}
