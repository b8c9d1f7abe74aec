import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { declaredCalls } from './call.js';

const FIELDS_MAX = 200;

/**
 * Bodies are forms, as the specification has it, or JSON. Both become plain objects; a field that a form repeats becomes an
 * array, which no schema takes for a text. Calls that take a file get the body as it comes in, unread.
 */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parse(body as string, '&', '=', { maxKeys: FIELDS_MAX }));
  });
  server.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    if (takesFile(request.routeOptions.url)) done(null, payload);
    else done(Object.assign(new Error('this call takes no file'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }));
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, server.getDefaultJsonParser('error', 'error'));
}

function takesFile(url: string | undefined): boolean {
  return declaredCalls().some(({ path, upload }) => upload === true && `/${path}` === url);
}
