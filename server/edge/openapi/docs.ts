import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { declaredCalls } from '../http/call.js';
import { SCREEN_HEADERS } from '../http/screens.js';
import { projectRoot } from '../project-root.js';
import { openApiDocument } from './document.js';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Glassbook API</title>
    <link rel="icon" href="/docs/ui/icon.svg" />
    <link rel="stylesheet" href="/docs/ui/swagger-ui.css" />
  </head>
  <body>
    <div id="ui"></div>
    <script src="/docs/ui/swagger-ui-bundle.js"></script>
    <script src="/docs/ui/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/docs/json', dom_id: '#ui', deepLinking: true, validatorUrl: null, tryItOutEnabled: true });\n`;

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The API document at /docs/json and a page to try it at /docs: its files come from here and from nowhere else. */
export function serveDocs(server: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let document: string | undefined;
  server.get('/docs/json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(declaredCalls()));
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });
  server.get('/docs', (_request, reply) =>
    reply.headers(SCREEN_HEADERS).header('content-type', 'text/html; charset=utf-8').send(PAGE),
  );
  server.get('/docs/ui/start.js', (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(START),
  );
  server.get('/docs/ui/icon.svg', (_request, reply) =>
    reply.header('content-type', 'image/svg+xml').send(readFileSync(join(projectRoot, 'seeds', 'content', 'logo.svg'))),
  );
  for (const [name, type] of Object.entries(FILES)) {
    server.get(`/docs/ui/${name}`, (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(join(folder, name))),
    );
  }
}
