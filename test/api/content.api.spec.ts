import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';

describe('content and service pages', () => {
  let started: StartedApp;

  beforeAll(async () => {
    // The figures are counted anew after some seconds: the clock is moved instead of waited for.
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
    expect((await get('/web/getTextsList')).body.data).toHaveLength(4);
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
