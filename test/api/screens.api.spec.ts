import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startApp, type StartedApp } from '../kit/app.js';
import { onTheWire } from '../kit/wire.js';

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
      writeFileSync(join(dir, 'assets', 'packed-1a2b3c4d.js'), "const packed = 'no';\n");
      writeFileSync(join(dir, 'assets', 'packed-1a2b3c4d.js.br'), brotliCompressSync("const packed = 'yes';\n"));
      writeFileSync(join(dir, '.secret'), 'private words');
    }
    for (const language of ['en', 'de', 'ft']) {
      writeFileSync(
        join(clientDir, `home.${language}.html`),
        `<!doctype html><title>client</title>home in ${language}`,
      );
    }
    writeFileSync(join(folder, 'outside.txt'), 'private words');
    started = await startApp({ clientDir, adminDir, publicUrl: 'https://exchange.example' });
  }, 120_000);

  afterAll(async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (path: string) => onTheWire(started.url).get(path).redirects(0);

  it.each(['/', '/index', '/market?tab=coins', '/currencyTrade', '/a/path/nobody/knows'])(
    'answers %s with the client, whose own router knows the screen',
    async (path) => {
      const page = await get(path).expect(200);
      expect(page.text).toContain('<title>client</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    ['/', 'de-AT, en;q=0.8', 'home in de'],
    ['/index?from=here', 'zh-TW', 'home in ft'],
    ['/', 'fr', 'home in en'],
  ])('serves the home page at %s in the language that the browser asks for first: %s', async (path, header, words) => {
    const page = await get(path).set('Accept-Language', header).expect(200);
    expect(page.text).toContain(words);
    expect(page.headers['vary']).toContain('accept-language');
  });

  it('serves every other screen, and a home page that was not built, as the plain page', async () => {
    expect((await get('/market').set('Accept-Language', 'de').expect(200)).text).not.toContain('home in');
    expect((await get('/').set('Accept-Language', 'ja').expect(200)).text).not.toContain('home in');
  });

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
    expect(policy).toMatch(/style-src 'self'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).toMatch(/connect-src 'self'(;|$)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toMatch(/camera=\(\)/);
  });

  it('is asked for by TLS only, once it was, where its address says so', async () => {
    for (const path of ['/', '/admin/', '/web/getFigures', '/nothing.js']) {
      expect((await get(path)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('counts what browsers report of the policy, and nothing else', async () => {
    const post = (type: string, body: unknown) =>
      onTheWire(started.url).post('/csp-report').set('Content-Type', type).send(JSON.stringify(body));
    await post('application/csp-report', {
      'csp-report': { 'violated-directive': 'script-src-elem', 'blocked-uri': 'inline' },
    }).expect(204);
    await post('application/csp-report', { 'csp-report': { 'violated-directive': 'x'.repeat(90) } }).expect(204);
    await post('application/csp-report', 'nonsense').expect(204);
    const metrics = (await get('/metrics')).text;
    expect(metrics).toContain('glassbook_csp_violations_total{directive="script-src-elem"} 1');
    expect(metrics).toContain('glassbook_csp_violations_total{directive="other"} 1');
    await onTheWire(started.url).post('/csp-report').send({ 'csp-report': {} }).expect(204);
  });

  it('sends what the build has packed already, and the plain file to who takes neither', async () => {
    const packed = await get('/assets/packed-1a2b3c4d.js').set('Accept-Encoding', 'br, gzip').expect(200);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['content-type']).toMatch(/javascript/);
    expect(packed.text).toContain("const packed = 'yes'");
    const plain = await get('/assets/packed-1a2b3c4d.js').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toContain("const packed = 'no'");
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
