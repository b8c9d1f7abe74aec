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
let started: StartedApp;
beforeAll(async () => {
  started = await startApp();
}, 120_000);
afterAll(() => started.close());

describe('a documented call', () => {
  it('is known', () => {
    expect(DOCUMENTED.filter((call) => !known().includes(call))).toEqual([]);
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
