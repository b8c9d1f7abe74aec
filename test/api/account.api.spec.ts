import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';

const DAY_MS = 86_400_000;

describe('demo accounts', () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
  let started: StartedApp;

  beforeAll(async () => {
    started = await startApp({ clock });
  }, 60_000);

  afterAll(() => started.close());

  const openDemo = async (query: Record<string, string> = {}) =>
    (await request(started.url).get('/web/tempLogin').query(query).expect(200)).body;

  it('open in one call that logs in as well', async () => {
    const body = await openDemo({ lang: 'en' });
    expect(body).toMatchObject({ code: 0, event: 'login', message: 'Your demo account is ready.', title: '', time: 0 });
    expect(body.data).toMatchObject({
      realm: 'demo',
      transaction_password: 0,
      demo: { generation: 1, expired: false },
    });
    const info = await request(started.url).get('/web/info').set('Authorization', `Bearer ${body.data.token}`);
    expect(info.body.data).toMatchObject({ userId: body.data.userId });
    expect(info.body.data.demo.expiresAt).toBe(clock.now() + 30 * DAY_MS);
  });
});
