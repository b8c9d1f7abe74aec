import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { declaredCalls } from '../../server/edge/http/call.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** The calls of the specification, section 7. */
const DOCUMENTED = [
  'POST userLogin',
  'GET getCode',
  'POST userRegister',
  'GET getAsset2',
  'GET getLogo',
  'GET getProfitTotal',
  'GET getProfitList',
  'GET getTextsList',
  'GET getProfitInfo',
  'POST buyProfit',
  'POST sellProfit',
  'GET hasTpassword',
  'GET getCurrencyAll',
  'GET tempLogin',
  'GET info',
  'POST updatePassword',
  'GET getMyPromotion',
  'GET lendMy',
  'GET lendList',
  'GET lendMylist',
  'GET lendBack',
  'GET lend_img',
];

const known = () => declaredCalls().map(({ method, path }) => `${method} ${path.replace('web/', '')}`);
const upcoming = (): string[] =>
  declaredCalls()
    .filter(({ refusals = [] }) => refusals.includes('feature.not-open'))
    .map(({ method, path }) => `${method} ${path.replace('web/', '')}`);

let started: StartedApp;
beforeAll(async () => {
  started = await startApp();
}, 120_000);
afterAll(() => started.close());

describe('a documented call', () => {
  it('is known', () => {
    expect(DOCUMENTED.filter((call) => !known().includes(call))).toEqual([]);
    expect(upcoming().filter((call) => !DOCUMENTED.includes(call))).toEqual([]);
  });

  it('says that its product is not open yet, whatever comes along', async () => {
    expect(upcoming().length).toBeGreaterThan(0);
    for (const [index, call] of upcoming().entries()) {
      const [method = '', name = ''] = call.split(' ');
      const fields = { amount: '5', lang: 'de', random: `abcdef1${index}` };
      const [status, { code, message, data }] = await send(method, `web/${name}`, fields);
      expect([status, code, message]).toEqual([200, 1, wordsOf('de')('refusal:feature.not-open')]);
      expect(data).toMatchObject({ refusal: 'feature.not-open' });
    }
  });

  it('says so in every language in words of its own', async () => {
    const messages = languageKeys.map(async (lang) => (await send('GET', 'web/lendMy', { lang }))[1].message);
    expect(new Set(await Promise.all(messages)).size).toBe(languageKeys.length);
  });
});

describe('a client that names the request token otherwise', () => {
  it.each(['reqToken', 'request_token', 'random', 'nonce'])('moves its money once under %s', async (name) => {
    const trader = await Trader.demo(started);
    const move = { from: 'spot', to: 'contract', currency: 'USDT', amount: '10', [name]: 'once-only-1' };
    const answers = [await trader.post('transfer', move), await trader.post('transfer', move)];
    expect(answers.map(({ refusal }) => refusal)).toEqual(['', '']);
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    const { rows } = await trader.given('getAsset2');
    expect(rows.find(({ space }) => space === 'contract')?.available).toBe('10');
    await trader.when('info', { [name]: 'short' }).then('request.token-invalid');
  });
});
