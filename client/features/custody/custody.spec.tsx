import { describe, expect, it } from '@jest/globals';
import type { CustodyOrder, CustodyProduct } from '../../../contracts/custody.contract';
import { languageKeys } from '../../../shared/language';
import { bundle } from '../../../test/kit/words.js';
import { readText } from '../../lib/rendered.testkit';
import { Honest } from './Honest';
import { Outcomes } from './Outcomes';
import { Problems } from './Problems';
import { Redemption } from './Redemption';
import { Terms } from './Terms';
import { Treasury } from './Treasury';

const FLAT = {
  productId: 'flat',
  cycleDays: 7,
  rateMin: '0.003',
  rateMax: '0.005',
  penalty: { kind: 'flat', rate: '0.05' },
} as const;

describe('the honest text', () => {
  it('says that no AI works, what the rates would be in a year, and where the page on fraud is', async () => {
    const text = await readText(<Honest rateMin="0.003" rateMax="0.005" />, 'custody');
    expect(text).toBe(
      'No AI works here. 0.3% to 0.5% a day compounds to 198% to 517% a year. No safe real product pays that. Such offers are usually fraud. Here the simulation grants the interest. Nothing has real value. Signs of a fraud',
    );
  });

  it.each(languageKeys)('computes its figures in %s: none is typed into a text', (language) => {
    const texts = Object.entries(bundle(language, 'custody')).filter(([key]) => key.startsWith('honest.'));
    expect(texts).toHaveLength(5);
    expect(texts.filter(([, text]) => /\d\s*%|\d\d/.test(String(text)))).toEqual([]);
  });
});

describe('what an order may lead to', () => {
  it('begins with the worst', async () => {
    const text = await readText(<Outcomes amount="1000" product={FLAT} />, 'custody');
    expect(text).toBe(
      'What can happen Case Result (USDT) You get back (USDT) Worst case: you end it at once −50.00 950.00 At maturity, least +21.00 1,021.00 At maturity, most +35.00 1,035.00',
    );
  });
});

describe('who pays', () => {
  it('is named with what was granted, promised and is left', async () => {
    const text = await readText(
      <Treasury treasury={{ granted: '1000000', held: '35', free: '999965.129' }} />,
      'custody',
    );
    expect(text).toContain(
      'Granted so far 1,000,000 USDT On hold for open orders 35 USDT Free for new orders 999,965.12 USDT',
    );
  });
});

describe('the terms of a product', () => {
  const product: CustodyProduct = {
    ...FLAT,
    productId: 'flat',
    minimum: '100',
    maximum: '50000',
    quota: '200000',
    quotaLeft: null,
    rateStep: '0.0001',
    forSale: true,
    worstCase: '5',
    version: 1,
    firstDate: '2028-03-02',
    problems: [],
  };

  it('begin with the worst case and say no figure of a year', async () => {
    expect(await readText(<Terms product={product} />, 'custody')).toBe(
      'Worst case for 100 USDT −5.00 USDT Penalty for ending early 5% of the amount Daily rate, drawn by lot 0.30% to 0.50% Interest on 100 USDT at maturity +2.10 to +3.50 USDT Amount for one order 100 to 50,000 USDT Limit for each person 200,000 USDT',
    );
  });

  it('say what is left of the limit, and a penalty by days for all of them', async () => {
    const byDay = { ...product, quotaLeft: '150000', penalty: { kind: 'remaining-days' as const, rate: '0.004' } };
    const text = await readText(<Terms product={byDay} />, 'custody');
    expect(text).toContain('−2.80 USDT Penalty for ending early 0.4% of the amount for each day left');
    expect(text).toContain('200,000 USDT, 150,000 left');
  });
});

describe('what stands against buying', () => {
  it('is said in full, with the way to put it right where there is one', async () => {
    const problem = (refusal: string, message: string) => ({ refusal, message, params: {}, field: null });
    const problems = [
      problem('security.trade-password-missing', 'Set a trade password first.'),
      problem('custody.not-for-sale', 'Not now.'),
    ];
    expect(await readText(<Problems problems={problems} />, 'custody')).toMatch(
      /^Before you can buy Set a trade password first\. \S.* Not now\.$/,
    );
    expect(await readText(<Problems problems={[]} />, 'custody')).toBe('');
  });
});

describe('the way out of an order', () => {
  const order: CustodyOrder = {
    ...FLAT,
    orderId: 'custody-1',
    productId: 'flat',
    status: 'in-custody',
    amount: '1000',
    version: 1,
    boughtAt: 0,
    maturesAt: 0,
    rates: ['0.0031'],
    accrued: '3.1',
    remainingDays: 6,
    redemption: null,
    rejectedFor: [],
    endedAt: null,
    interest: null,
    penaltyPaid: null,
    returned: null,
  };
  const now = { penalty: '50', returned: '953.1' };
  const read = (changes: Partial<CustodyOrder>) =>
    readText(
      <Redemption order={{ ...order, ...changes }} now={changes.endedAt === undefined ? now : null} />,
      'custody',
      'review',
    );

  it('is a request that can be taken back, and made again after a rejection', async () => {
    expect(await read({})).toBe('End early');
    const redemption = { requestedAt: Date.UTC(2026, 10, 29, 12), penalty: '50' };
    expect(await read({ status: 'redeeming', redemption })).toMatch(
      /^Requested .*\. A reviewer decides\. Penalty: 50\.00 USDT Take request back$/,
    );
    const rejected = await read({ status: 'redemption-rejected', redemption, rejectedFor: ['other'] });
    expect(rejected).toMatch(/^Your request was rejected\. The order goes on\. Reasons: .* Ask again$/);
  });

  it.each(['redeemed', 'completed'] as const)('is gone once it is %s', async (status) => {
    expect(await read({ status, endedAt: 1 })).toBe('');
  });
});
