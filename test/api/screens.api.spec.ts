import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startApp, type StartedApp } from '../kit/app.js';

describe('the built screens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-screens-'));
  let started: StartedApp;

  beforeAll(async () => {
    const [clientDir, adminDir] = [join(folder, 'client'), join(folder, 'admin')];
    for (const [name, dir] of [
      ['client', clientDir],
      ['console', adminDir],
    ] as const) {
      mkdirSync(join(dir, 'assets'), { recursive: true });
      writeFileSync(join(dir, 'index.html'), `<!doctype html><title>${name}</title>`);
      writeFileSync(join(dir, 'assets', 'app-4f0c2k9d.js'), `const name = '${name}';\n`.repeat(200));
      writeFileSync(join(dir, '.secret'), 'private words');
    }
    writeFileSync(join(folder, 'outside.txt'), 'private words');
    started = await startApp({ clientDir, adminDir });
  }, 120_000);

  afterAll(async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (path: string) => request(started.url).get(path).redirects(0);

  it.each(['/', '/index', '/market?tab=coins', '/currencyTrade', '/a/path/nobody/knows'])(
    'answers %s with the client, whose own router knows the screen',
    async (path) => {
      const page = await get(path).expect(200);
      expect(page.text).toContain('<title>client</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
    },
  );

  it('answers everything below /admin/ with the console', async () => {
    expect((await get('/admin').expect(308)).headers['location']).toBe('/admin/');
    for (const path of ['/admin/', '/admin/events/demo:1']) {
      expect((await get(path).expect(200)).text).toContain('<title>console</title>');
    }
  });

  it('lets browsers keep hashed assets for a year, and sends them compressed', async () => {
    const asset = await get('/assets/app-4f0c2k9d.js').set('Accept-Encoding', 'gzip').expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/javascript/);
    expect(asset.headers['content-encoding']).toBe('gzip');
    await get('/assets/app-gone.js').expect(404);
  });

  it('allows scripts from here only, and none inline', async () => {
    const { headers } = await get('/').expect(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('leaves its folder for nobody', async () => {
    for (const path of [
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/.secret',
      '/assets/..%2f..%2foutside.txt',
      '/%00',
    ]) {
      const { status, text } = await get(path);
      expect({ path, leaked: /private/.test(text), failed: status >= 500 }).toEqual({
        path,
        leaked: false,
        failed: false,
      });
    }
  });

  it.each(['/web/nothing', '/staff/nothing', '/docs/nothing', '/health/nothing'])(
    'never answers %s with a screen, because it belongs to the API',
    async (path) => {
      const { body, headers } = await get(path).expect(404);
      expect(body.data.refusal).toBe('request.unknown-route');
      expect(headers['content-type']).toMatch(/json/);
    },
  );
});
