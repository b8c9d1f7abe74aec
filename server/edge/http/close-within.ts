import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Requests in flight get so many seconds from now; then connections that are still open are cut. */
export async function closeWithin(app: NestFastifyApplication, seconds: number): Promise<void> {
  const server = app.getHttpServer() as Server;
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  await app.close().finally(() => clearTimeout(cut));
}
