import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import request from 'supertest';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';

describe('content and service pages', () => {
  let started: StartedApp;

  beforeAll(async () => {
    // The figures are recounted after some seconds: the clock is moved instead of waited for.
    started = await startApp({ clock });
  }, 120_000);

  afterAll(() => started.close());

  const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
  const get = (path: string) => request(started.url).get(path);

  it('shows brand and pages silently, in the language that was asked for', async () => {
    const { body } = await get('/web/getLogo?lang=de');
    expect(body).toMatchObject({ code: 7, message: '', data: { name: 'Glassbook' } });
    expect(body.data.simulationNotice).toMatch(/Simulation/);
    const page = await get('/web/getTextsList?id=3').set('Accept-Language', 'zh-TW,zh;q=0.9');
    expect(page.body.data).toMatchObject([{ id: 3, key: 'user-agreement', title: '使用者協議' }]);
    const pages = (await get('/web/getTextsList')).body.data;
    expect(pages.map((one: object) => Object.keys(one).sort())).toEqual(Array(4).fill(['body', 'id', 'key', 'title']));
    expect((await get('/web/getTextsList?id=2')).body.data).toEqual([]);
  });

  it('opens one entry by slug or number, and refuses what is not published', async () => {
    const bySlug = (await get('/web/getContent?slug=user-agreement&lang=de').expect(200)).body;
    expect(bySlug).toMatchObject({
      code: 7,
      data: { slug: 'user-agreement', kind: 'page', number: 3, version: 1, read: null },
    });
    expect(bySlug.data.body.length).toBeGreaterThan(100);
    expect((await get('/web/getContent?number=3&lang=de')).body.data).toEqual(bySlug.data);
    const unknown = await get('/web/getContent?slug=no-such-page');
    expect([unknown.status, unknown.body.data.refusal]).toEqual([404, 'content.unknown']);
    const neither = await get('/web/getContent');
    expect([neither.status, neither.body.data]).toEqual([400, expect.objectContaining({ field: 'slug' })]);
  });

  it('lists a kind without the texts, page by page', async () => {
    const whole = (await get('/web/getContentList?kind=page')).body.data;
    expect(whole.items.slice(0, 4).map(({ number }: { number: number }) => number)).toEqual([1, 3, 5, 7]);
    expect(whole.next).toBeNull();
    expect(whole.items[0]).not.toHaveProperty('body');
    const walked = [];
    for (let next: string | null = ''; next !== null;) {
      const page: { items: { slug: string }[]; next: string | null } = (
        await get(`/web/getContentList?kind=page&limit=3${next === '' ? '' : `&before=${next}`}`)
      ).body.data;
      walked.push(...page.items);
      next = page.next;
    }
    expect(walked).toEqual(whole.items);
    expect((await get('/web/getContentList?kind=page&before=9_zzz')).body.data).toEqual({ items: [], next: null });
    for (const wrong of ['kind=nothing', 'kind=page&before=x', 'kind=page&limit=0', 'kind=help&category=x'])
      expect((await get(`/web/getContentList?${wrong}`)).status).toBe(400);
  });

  it('counts its figures', async () => {
    const before = (await get('/web/getFigures')).body.data;
    expect(before).toMatchObject({ languages: 9, accountsReal: 0 });
    expect(before.instruments).toBeGreaterThanOrEqual(300);
    await get('/web/tempLogin').expect(200);
    let after = before;
    for (let tries = 0; tries < 50 && after.accountsDemo === before.accountsDemo; tries++) {
      clock.advance(5_000);
      after = (await get('/web/getFigures')).body.data;
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
