import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Requests in flight may end until then; connections that still send or read too slowly are closed. */
export async function closeWithin(app: NestFastifyApplication, seconds: number): Promise<void> {
  const server = app.getHttpServer() as Server;
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  await app.close().finally(() => clearTimeout(cut));
}
