import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { refuse } from '../../core/refusal.js';
import { EDGE_LIMITS } from '../edge-config.js';
import { Envelopes } from './envelope.js';
import { KnownPaths } from './known-paths.js';
import { acceptedLanguage, Messages } from './messages.js';
import { FileTurns } from './file-turns.js';
import { RateLimits, spreadMs } from './rate-limits.js';
import { fingerprintOf } from './request-tokens.js';
import { validate } from './validate.js';

const messages = new Messages();
const envelopes = new Envelopes(messages);

describe('the language of an asker', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['fr, es;q=0.5', 'xby'],
    ['ja-JP,en;q=0.8', 'jp'],
    ['ko', 'hy'],
    ['th', 'ty'],
    ['vi-VN', 'yn'],
    ['zh-CN,zh;q=0.9', 'zh'],
    ['zh-Hans', 'zh'],
    ['zh-TW', 'ft'],
    ['zh-Hant-HK', 'ft'],
    ['zh-Hans-HK', 'zh'],
    ['en;q=0.2, de;q=0.9', 'de'],
    ['*;q=nonsense,;;,', 'en'],
  ])('%j is %s', (header, lang) => {
    expect(acceptedLanguage(header)).toBe(lang);
  });
});

describe('the envelope', () => {
  it('carries a plain success with the message of its call', () => {
    const call = { name: 'placeOrder', event: 'createOrder' };
    expect(JSON.parse(envelopes.success(call, 'de', { a: 1 }))).toEqual({
      code: 0,
      message: 'Order platziert.',
      event: 'createOrder',
      title: '',
      time: 0,
      data: { a: 1 },
    });
  });

  it.each([
    ['demo.expired', 200, 1, 0, ''],
    ['session.ended', 401, 1000, 2, 'Session ended'],
    ['session.missing', 401, 2000, 0, 'Session ended'],
    ['request.unknown-route', 404, 404, 0, ''],
  ])('carries %s with status %d, code %d, time %d and title “%s”', (code, status, envelopeCode, time, title) => {
    const answer = envelopes.refusal('x', 'en', refuse(code));
    const body = JSON.parse(answer.body);
    expect([answer.status, body.code, body.time, body.title]).toEqual([status, envelopeCode, time, title]);
    expect(body.data.refusal).toBe(code);
  });

  it('says what is allowed of a field in words, and leaves the code for it out of the data', () => {
    const refusal = refuse('request.field-invalid', { field: 'side', allowed: 'oneOf\u001fbuy, sell' });
    const body = JSON.parse(envelopes.refusal('x', 'de', refusal).body);
    expect(body.message).toBe('„side“ ist ungültig: erlaubt sind buy, sell.');
    expect(body.data).toEqual({ refusal: 'request.field-invalid', params: {}, field: 'side' });
  });

  it('names the field that a refusal is about: its own, or the one that contracts/ declares for the code', () => {
    const fieldOf = (code: string, params = {}) =>
      JSON.parse(envelopes.refusal('x', 'en', refuse(code, params)).body).data.field;
    expect(fieldOf('order.insufficient-balance')).toBe('quantity');
    expect(fieldOf('order.stop-already-reached')).toBe('stopPrice');
    expect(fieldOf('order.price-outside-band', { field: 'stopLimitPrice' })).toBe('stopLimitPrice');
    expect(fieldOf('order.book-full')).toBeUndefined();
  });

  it('writes amounts as the language does, and leaves them, counts and names in the data as they were', () => {
    const refusal = refuse('asset.insufficient', { needed: '1000000.5', available: '0', currency: '1000', max: 2026 });
    const bodyIn = (lang: 'en' | 'de') => JSON.parse(envelopes.refusal('x', lang, refusal).body);
    expect(bodyIn('en').message).toContain('you have 0 1000; this needs 1,000,000.5 1000');
    expect(bodyIn('de').message).toContain('nötig sind 1.000.000,5 1000');
    expect(bodyIn('de').data.params).toEqual(refusal.params);
    const whole = refuse('deposit.below-minimum', { amount: '0.000000000000000001', currency: 'ETH', minimum: '12' });
    expect(messages.refusal('en', whole)).toContain('0.000000000000000001 ETH');
    expect(messages.refusal('en', refuse('staff.too-many-saved', { max: 2026 }))).toContain('2026');
  });

  it('answers a code that nobody declared as an error of ours', () => {
    expect(envelopes.refusal('x', 'en', refuse('no.such-code')).status).toBe(500);
  });
});

describe('paths', () => {
  const paths = new KnownPaths([
    { method: 'GET', path: 'x/list' },
    { method: 'POST', path: 'x/list' },
    { method: 'GET', path: 'x/list/:id' },
  ]);

  it.each([
    ['/x/list', ['GET', 'HEAD', 'POST']],
    ['/x/list?a=1', ['GET', 'HEAD', 'POST']],
    ['/x/list/7', ['GET', 'HEAD']],
    ['/x/list/7/8', []],
    ['/x', []],
  ])('%s takes %j', (url, methods) => {
    expect(paths.methodsOf(url)).toEqual(methods);
  });
});

describe('request tokens', () => {
  it('tell a repeat from another request, whatever the common fields say', () => {
    const print = (fields: object) => fingerprintOf('web/placeOrder', fields);
    const first = print({ side: 'buy', token: 'one', requestToken: 'abcdef' });
    expect(print({ side: 'buy', token: 'two', lang: 'de' })).toBe(first);
    expect(print({ side: 'sell' })).not.toBe(first);
    expect(fingerprintOf('web/cancelOrder', { side: 'buy' })).not.toBe(first);
    expect(print({ text: 'x'.repeat(5_000) })).not.toBe(print({ text: `${'x'.repeat(4_999)}y` }));
  });
});

describe('rate limits', () => {
  it('let through what is allowed, and say when to come back', async () => {
    const limits = new RateLimits({ ...EDGE_LIMITS, pointsPerSessionPerSecond: 2 }, null);
    const results = await Promise.all([limits.ofSession('a'), limits.ofSession('a'), limits.ofSession('a')]);
    expect(results.map((refusal) => refusal?.refusal)).toEqual([undefined, undefined, 'request.too-many']);
    expect(results[2]?.params).toEqual({ retryAfterSeconds: 1 });
    expect(await limits.ofSession('b')).toBeUndefined();
    expect(await limits.ofAddress('a')).toBeUndefined();
  });

  it('release what they held back one after the other, whatever the calls cost', () => {
    for (const cost of [1, 5, 10, 20]) {
      const moments = Array.from({ length: 200 }, (_, n) => spreadMs(cost * n));
      const inTenMs = moments.map((moment) => moments.filter((other) => Math.abs(other - moment) < 10).length);
      expect(Math.max(...inTenMs)).toBeLessThanOrEqual(8);
    }
  });

  it('weigh what costs more, and hold a refusal back from who goes on far above the limit', async () => {
    const limits = new RateLimits({ ...EDGE_LIMITS, pointsPerSessionPerSecond: 10 }, null);
    expect(await limits.ofSession('a', 8)).toBeUndefined();
    expect(await limits.ofSession('a', 5)).toMatchObject({ refusal: 'request.too-many' });
    const from = performance.now();
    expect(await limits.ofSession('a', 10)).toMatchObject({ refusal: 'request.too-many' });
    expect(performance.now() - from).toBeGreaterThan(100);
    // The second is over: the limit begins again.
    expect(await limits.ofSession('a', 8)).toBeUndefined();
  });
});

describe('files', () => {
  it('are made one at a time for a person, and say when to come again', async () => {
    const turns = new FileTurns();
    const end = await turns.begin('ann', '127.0.0.1');
    expect(await turns.begin('ann', '127.0.0.2')).toMatchObject({
      refusal: 'file.one-at-a-time',
      params: { retryAfterSeconds: 3 },
    });
    if (typeof end === 'function') end();
    expect(await turns.begin('ann', '127.0.0.1')).toBeInstanceOf(Function);
  });

  it('are refused to a network that waits for many already, and made for others in their turn', async () => {
    const turns = new FileTurns();
    const requests = Array.from({ length: 10 }, (_, n) => turns.begin(`demo ${n}`, '127.0.0.1'));
    expect(await turns.begin('one more', '127.0.0.1')).toMatchObject({ refusal: 'file.too-many' });
    const elsewhere = turns.begin('ann', '127.0.0.2');
    const [first, second] = await Promise.all(requests.slice(0, 2));
    if (typeof first === 'function') first();
    if (typeof second === 'function') second();
    expect(await elsewhere).toBeInstanceOf(Function);
  });
});

describe('what came over the wire', () => {
  it('holds no NUL character, at whatever depth', () => {
    const texts = z.strictObject({ texts: z.record(z.string(), z.strictObject({ title: z.string() })) });
    expect(validate(texts, { texts: { en: { title: 'plain' } } })).toHaveProperty('input');
    expect(validate(texts, { texts: { en: { title: 'a\0b' } } })).toMatchObject({
      refusal: 'request.field-invalid',
      params: { field: 'title' },
    });
  });
});
