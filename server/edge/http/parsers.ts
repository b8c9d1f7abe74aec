import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

const FIELDS_MAX = 200;

/**
 * Bodies are forms, as the specification has it, or JSON. Both become plain objects; a field that a form repeats becomes an
 * array, which no schema takes for a text.
 */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parse(body as string, '&', '=', { maxKeys: FIELDS_MAX }));
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'));
}
