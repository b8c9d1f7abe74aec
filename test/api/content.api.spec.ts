import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { onTheWire } from '../kit/wire.js';

describe('content and service pages', () => {
  let started: StartedApp;
  let visitor: Trader;

  beforeAll(async () => {
    // The figures are recounted after some seconds: the clock is moved instead of waited for.
    started = await startApp({ clock });
    visitor = new Trader(started);
  }, 120_000);

  afterAll(() => started.close());

  const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
  /** What no call of the API answers: pages, metrics, readiness. */
  const get = (path: string) => onTheWire(started.url).get(path);

  it('shows brand and pages silently, in the language that was asked for', async () => {
    const { envelope, data } = await visitor.get('getLogo', { lang: 'de' });
    expect(envelope).toMatchObject({ code: 7, message: '', data: { name: 'Glassbook' } });
    expect(data.simulationNotice).toMatch(/Simulation/);
    const chinese = visitor.with({ 'accept-language': 'zh-TW,zh;q=0.9' });
    await chinese.when('getTextsList', { id: 3 }).then([{ id: 3, key: 'user-agreement', title: '使用者協議' }]);
    const pages = await visitor.given('getTextsList');
    expect(pages.map((one) => Object.keys(one).sort())).toEqual(Array(4).fill(['body', 'id', 'key', 'title']));
    expect(await visitor.given('getTextsList', { id: 2 })).toEqual([]);
  });

  it('opens one entry by slug or number, and refuses what is not published', async () => {
    const { envelope, data } = await visitor.get('getContent', { slug: 'user-agreement', lang: 'de' });
    const known = { slug: 'user-agreement', kind: 'page', number: 3, version: 1, read: null };
    expect(envelope).toMatchObject({ code: 7, data: known });
    expect(data.body.length).toBeGreaterThan(100);
    expect(await visitor.given('getContent', { number: 3, lang: 'de' })).toEqual(data);
    await visitor.when('getContent', { slug: 'no-such-page' }).then('content.unknown');
    await visitor.when('getContent').then({ refusal: 'request.field-missing', field: 'slug' });
  });

  it('lists a kind without the texts, page by page', async () => {
    const list = (query: Record<string, string | number>) =>
      visitor.given('getContentList', { kind: 'page', ...query });
    const whole = await list({});
    expect(whole.items.slice(0, 4).map(({ number }) => number)).toEqual([1, 3, 5, 7]);
    expect(whole.next).toBeNull();
    expect(whole.items[0]).not.toHaveProperty('body');
    let page = await list({ limit: 3 });
    const walked = [...page.items];
    while (page.next !== null) {
      page = await list({ limit: 3, before: page.next });
      walked.push(...page.items);
    }
    expect(walked).toEqual(whole.items);
    expect(await list({ before: '9_zzz' })).toEqual({ items: [], next: null });
    for (const wrong of [{ kind: 'nothing' }, { before: 'x' }, { limit: 0 }, { kind: 'help', category: 'x' }])
      await visitor.when('getContentList', { kind: 'page', ...wrong }).then('request.field-invalid');
  });

  it('counts its figures', async () => {
    const before = await visitor.when('getFigures').then({ languages: 9, accountsReal: 0 });
    expect(before.instruments).toBeGreaterThanOrEqual(300);
    // Eight currencies on networks; sellers are seeded by a start.
    expect(before).toMatchObject({ countries: 249, paymentMethods: 8 });
    await visitor.given('tempLogin');
    let after = before;
    for (let tries = 0; tries < 50 && after.accountsDemo === before.accountsDemo; tries++) {
      clock.advance(5_000);
      after = await visitor.given('getFigures');
    }
    expect(after.accountsDemo).toBe(before.accountsDemo + 1);
    expect(after.events).toBeGreaterThan(before.events);
  });

  it('says that it lives and is ready, and counts for Prometheus', async () => {
    expect((await get('/health/live')).body).toEqual({ live: true });
    const ready = await get('/health/ready');
    expect([ready.status, ready.body.ready]).toEqual([200, true]);
    expect(ready.body.checks).toMatchObject({ database: { ready: true }, writers: { ready: true } });
    expect((await get('/metrics')).text).toMatch(
      /glassbook_http_answers_total\{route="\/web\/getFigures",status="200"\} \d+/,
    );
  });

  it('gives the largest image time on a slow phone, and headers that dribble in little', () => {
    const server = started.app.getHttpServer() as Server;
    const imageBits = 8 * 1024 * 1024 * 8;
    expect(server.requestTimeout / 1000).toBeGreaterThan(imageBits / 600_000);
    expect(server.headersTimeout).toBeLessThanOrEqual(15_000);
  });

  it('shows metrics and the figures of readiness to this machine only', async () => {
    const handedOn = (path: string) => get(path).set('X-Forwarded-For', '203.0.113.7');
    expect((await get('/health/ready')).body.checks.writers.detail).toBeDefined();
    const ready = (await handedOn('/health/ready').expect(200)).body;
    expect(ready.checks.writers).toEqual({ ready: true });
    const refused = await handedOn('/metrics').expect(404);
    expect(refused.body.data.refusal).toBe('request.unknown-route');
    expect(refused.text).not.toContain('# HELP');
  });

  it('shows the API document with nothing from elsewhere', async () => {
    const page = await get('/docs').expect(200);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs\//);
      await get(source).expect(200);
    }
    expect(page.text).not.toMatch(/<script>|style=|\son\w+=/);
    const { body } = await get('/docs/json').expect(200);
    expect(body.openapi).toBe('3.1.0');
  });
});
