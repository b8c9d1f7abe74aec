import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '../../contracts/envelope.contract.js';
import { fund } from '../kit/factors.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { borrower, givenLoan } from '../kit/loan-recipes.js';
import { codeTo, registration } from '../kit/people.js';
import type { Trader } from '../kit/trader.js';

type Fields = Record<string, string>;
type Data = Record<string, unknown> & { items?: Record<string, unknown>[] };

let desk: LoanDesk;
beforeAll(async () => {
  desk = await LoanDesk.open();
}, 120_000);
afterAll(() => desk.close());

let made = 0;

/**
 * A client that knows the specification and none of our code: token, language and a random token of 6 to 16 characters in the query of
 * a GET or in the form-encoded body of a POST (section 7).
 */
async function raw(method: 'GET' | 'POST', path: string, token: string, fields: Fields = {}): Promise<Response> {
  made += 1;
  const sent = new URLSearchParams({ ...(token !== '' && { token }), lang: 'en', random: `foreign${made}`, ...fields });
  if (method === 'GET') return fetch(`${desk.started.url}/web/${path}?${sent}`);
  return fetch(`${desk.started.url}/web/${path}`, { method, body: sent });
}

async function done(method: 'GET' | 'POST', path: string, token: string, fields: Fields = {}): Promise<Data> {
  const { code, message, data } = (await (await raw(method, path, token, fields)).json()) as Envelope<Data>;
  // 0 is done, and 7 is done without a word (section 8).
  const isDone = code === 0 || code === 7;
  expect(`${path}: ${isDone ? 'done' : message}`).toBe(`${path}: done`);
  return data;
}

const get = (path: string, token: string, fields?: Fields) => done('GET', path, token, fields);
const post = (path: string, token: string, fields?: Fields) => done('POST', path, token, fields);

/** Everything that a GET must leave as it is. */
async function standing(token: string): Promise<string> {
  const all = await Promise.all(['getAsset2', 'getProfitTotal', 'lendMy'].map((path) => get(path, token)));
  return JSON.stringify(all);
}

describe('a client that knows nothing but the specification', () => {
  it('registers, logs in, changes its password, and reads itself', async () => {
    const account = 'foreign@example.com';
    await get('getCode', '', { account, purpose: 'register' });
    const code = await codeTo(desk.started, 'other@example.com');
    await post('userRegister', '', registration({ account: 'other@example.com', code })).then((entered) =>
      expect(entered['token_h5']).toBe(entered['token']),
    );
    const { password = '' } = registration({});
    const { token } = (await post('userLogin', '', { account: 'other@example.com', password })) as { token: string };
    const info = await get('info', token);
    expect([info['realm'], info['userId']]).toEqual(['real', expect.stringMatching(/^real-/)]);
    expect(await get('hasTpassword', token)).toMatchObject({ transaction_password: 0 });
    await post('updatePassword', token, {
      oldPassword: password,
      password: 'Green5Otter',
      confirmPassword: 'Green5Otter',
    });
    await post('userLogin', '', { account: 'other@example.com', password: 'Green5Otter' });
    expect(await get('getMyPromotion', token)).toMatchObject({ levels: expect.any(Array) });
    const wrong = (await (
      await raw('POST', 'userLogin', '', { account, password: 'wrong1Word' })
    ).json()) as Envelope<Data>;
    expect([wrong.code, wrong.message]).toEqual([1, expect.stringMatching(/\w/)]);
  });

  it('reads brand, coins, texts and a demo account without logging in', async () => {
    expect(await get('getLogo', '')).toMatchObject({ name: expect.stringMatching(/\w/) });
    expect(JSON.stringify(await get('getCurrencyAll', ''))).toContain('BTC');
    expect(JSON.stringify(await get('getTextsList', ''))).toContain('"id":1');
    expect(await get('tempLogin', '')).toMatchObject({ realm: 'demo' });
  });

  it('puts money into custody and asks for it back, and reading changes nothing', async () => {
    const trader = await borrower(desk.kit);
    const { token } = trader;
    await money(trader);
    const { products } = (await get('getProfitList', token)) as { products: { productId: string; version: number }[] };
    const { productId = '', version = 0 } = products.find((each) => each.productId === 'flat') ?? {};
    expect(await get('getProfitInfo', token, { productId })).toMatchObject({ product: { productId } });
    const { order } = (await post('buyProfit', token, { productId, amount: '200', agreed: `${version}` })) as {
      order: { orderId: string };
    };
    expect(await get('getProfitTotal', token)).toMatchObject({ held: '200', accrued: '0', paid: '0' });
    const before = await standing(token);
    expect(await get('getProfitInfo', token, { orderId: order.orderId })).toMatchObject({ order: { amount: '200' } });
    for (const path of ['getProfitTotal', 'getProfitList', 'getAsset2', 'info', 'hasTpassword']) await get(path, token);
    expect(await standing(token)).toBe(before);
    await post('sellProfit', token, { orderId: order.orderId, shownPenalty: '10' });
    expect(await get('getProfitInfo', token, { orderId: order.orderId })).toMatchObject({
      order: { status: 'redeeming' },
    });
  });

  it('reads what it may borrow, its loan with images and debt, and repays it', async () => {
    const trader = await borrower(desk.kit);
    const { token } = trader;
    const loanId = await givenLoan(desk.kit, trader);
    expect(await get('lendList', token)).toMatchObject({ periods: [7, 15, 30, 60, 90] });
    expect(await get('lendMy', token)).toMatchObject({ own: { debt: '300' } });
    expect((await get('lendMylist', token)).items).toMatchObject([{ loanId, status: 'disbursed' }]);
    const { loan } = (await get('lendBack', token, { loanId })) as { loan: { images: { imageId: string }[] } };
    const image = await raw('GET', 'lend_img', token, { loanId, imageId: loan.images[0]?.imageId ?? '' });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    await post('repayLoan', token, { loanId, shownTotal: '300' });
    expect((await get('lendMylist', token)).items).toMatchObject([{ loanId, status: 'cleared' }]);
    expect(await get('lendMy', token)).toMatchObject({ own: { debt: '0' } });
  });
});

/** 1,000 USDT in the earning account. */
async function money(trader: Trader): Promise<void> {
  await fund(desk.started, trader.userId, 'USDT', '1000');
  await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '1000' });
}
