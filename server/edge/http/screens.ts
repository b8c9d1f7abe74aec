import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeConfig } from '../edge-config.js';
import { CSP_REPORT_PATH } from './csp-reports.js';
import { acceptedLanguage } from './messages.js';

/** Paths below these belong to the API and are never answered with a screen. */
const API = /^\/(web|staff|log|docs|metrics|health|socket\.io)(\/|$|\?)/;
/** The home page, whose opening words stand in the HTML of each language. */
const HOME = /^\/(index)?(\?|$)/;
const YEAR_SECONDS = 31_536_000;

/** What both apps may load: from here only. A violation is reported back to us. */
const policy = (styles: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // The sockets of the same host and port too, and no others.
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Not `report-to`: its reports come late, from Chromium only, and silence this one there.
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ');

/** Scripts and styles of the client are files, none of them inline: what is smuggled into a text can do nothing. */
const CONTENT_SECURITY_POLICY = policy("'self'");
/** The console's component library writes its styles into the page. */
const CONSOLE_POLICY = policy("'self' 'unsafe-inline'");

export const SCREEN_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Serves the built client, and the console under /admin/. A path without a file is a screen of the client's own router.
 * It stands in a scope of its own, so that compression costs the API nothing.
 */
export async function serveScreens(server: FastifyInstance, config: EdgeConfig): Promise<void> {
  await server.register(async (scope) => {
    await scope.register(compress, {
      global: true,
      threshold: 1024,
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    });
    // The build leaves a `.br` and a `.gz` beside what is worth it, packed harder than there is time for in a request.
    await scope.register(files, { root: config.clientDir, serve: false, cacheControl: false, preCompressed: true });
    // The router takes `/admin/` for `/admin` as well, so only the one without the slash is sent on.
    scope.get('/admin', (request, reply) =>
      /^\/admin(\?|$)/.test(request.url)
        ? reply.redirect('/admin/', 308)
        : screen(request, reply, config.adminDir, '/admin'),
    );
    scope.get('/admin/*', (request, reply) => screen(request, reply, config.adminDir, '/admin'));
    scope.get('/*', (request, reply) => {
      if (API.test(request.url)) return reply.callNotFound();
      return screen(request, reply, config.clientDir, '');
    });
  });
}

function screen(request: FastifyRequest, reply: FastifyReply, folder: string, prefix: string): unknown {
  const wanted = fileName(request.url, prefix);
  const name = wanted !== undefined && isFile(join(folder, wanted)) ? wanted : 'index.html';
  if (wanted === undefined || !existsSync(join(folder, name))) return reply.callNotFound();
  // A missing asset is not a screen: HTML in its place would only confuse the browser.
  if (name === 'index.html' && /\.[a-z0-9]{1,5}$/i.test(wanted) && wanted !== 'index.html') return reply.callNotFound();
  // Vite puts a hash of the content into the names below assets/, and the logos' folder has a number: those never change.
  const immutable = name.startsWith('assets/');
  reply.headers(SCREEN_HEADERS);
  if (prefix !== '') reply.header('content-security-policy', CONSOLE_POLICY);
  reply.header('cache-control', immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  if (prefix !== '' || !HOME.test(request.url)) return reply.sendFile(name, folder, { cacheControl: false });
  const home = `home.${acceptedLanguage(request.headers['accept-language'])}.html`;
  reply.header('vary', 'accept-language');
  return reply.sendFile(isFile(join(folder, home)) ? home : name, folder, { cacheControl: false });
}

/** The file that a URL means, relative to the folder; `undefined` for one that would leave it. */
function fileName(url: string, prefix: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '').slice(prefix.length + 1);
    return path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.')) ? undefined : path;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
