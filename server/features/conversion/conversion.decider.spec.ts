import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { amount, format, times, ZERO } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import {
  conversionQuote,
  type ConversionQuote,
  type ConversionRules,
  type CurrentTerms,
} from './conversion.commands.js';
import { conversionKind } from './conversion.decider.js';
import './conversion.events.js';
import { conversionHandlers } from './conversion.handler.js';
import {
  legOf,
  ratesOf,
  receivedFor,
  shareOfSpread,
  sizeRefusal,
  spreadFor,
  sumOf,
  volatilityOf,
  worthUsdt,
  type Spread,
} from './conversion.rules.js';

const RULES: ConversionRules = {
  spreadRate: '0.002',
  volatilityFactor: '2',
  moveToleranceRate: '0.0005',
  minUsdt: '1',
  maxUsdt: '100000',
  dustBelowUsdt: '10',
  quoteSeconds: 10,
  dustQuoteSeconds: 60,
};
const POLICY = { name: 'conversion.rules', version: 3, values: RULES };
const SPREAD: Spread = { spreadRate: '0.002', volatility: '0.0004' };
const USDT: ConversionPrice = { currency: 'USDT', priceUsdt: '1', symbol: null };
const BTC: ConversionPrice = { currency: 'BTC', priceUsdt: '50000', symbol: 'BTCUSDT' };
const ETH: ConversionPrice = { currency: 'ETH', priceUsdt: '2500', symbol: 'ETHUSDT' };
const AT = 1_000_000;

function quoteOf(sold: string, from: ConversionPrice, to: ConversionPrice): ConversionQuote {
  const leg = legOf(amount(sold), from, to, SPREAD);
  return {
    userId: 'demo-anna',
    ownerId: 'demo-anna.1',
    quoteId: 'cv-1',
    kind: 'single',
    legs: [leg],
    to,
    receives: leg.receives,
    at: AT,
    expiresAt: AT + 10_000,
    policy: POLICY,
  };
}

const { given } = decider({
  realm: 'demo',
  kind: conversionKind,
  id: 'cv-1',
  handlers: conversionHandlers(openGate),
  at: AT,
});
const having = (available = '1000000') =>
  given(...['BTC', 'ETH'].map((currency) => funds('demo-anna.1', currency, available)));
/** What a quote would offer nine seconds later; by default the price stands still. */
const later = ({ legs, to, receives }: ConversionQuote) => ({ legs, to, receives, at: AT + 9_000 });
const convert = (quote: ConversionQuote, current: CurrentTerms = later(quote)) => ({
  type: 'ConvertFunds',
  data: { quote, current },
});
/** One bitcoin for 49,900 USDT: 0.05% less is 49,875.05, which it brings at an index of 49,975. */
const oneBitcoin = quoteOf('1', BTC, USDT);
const oneBitcoinAt = (priceUsdt: string) => convert(oneBitcoin, later(quoteOf('1', { ...BTC, priceUsdt }, USDT)));

describe('the spread', () => {
  it('is the minimum while the price is calm, and the volatility times its factor above that', () => {
    expect(spreadFor(RULES, '0.0009')).toEqual({ spreadRate: '0.002', volatility: '0.0009' });
    expect(spreadFor(RULES, '0.001')).toEqual({ spreadRate: '0.002', volatility: '0.001' });
    expect(spreadFor(RULES, '0.0032')).toEqual({ spreadRate: '0.0064', volatility: '0.0032' });
    expect(spreadFor(RULES, '3').spreadRate).toBe('0.5');
  });

  it('follows what both sides did in the same minutes, over the life of the quote', () => {
    const returns = [0.0012, -0.0012, 0.0012];
    expect(volatilityOf(returns, [], 60)).toBe('0.0012');
    expect(volatilityOf([], returns, 15)).toBe('0.0006');
    // Two that move alike have a steady price in each other, two that move apart have not.
    expect(volatilityOf(returns, returns, 60)).toBe('0');
    expect(
      volatilityOf(
        returns,
        returns.map((change) => -change),
        60,
      ),
    ).toBe('0.0024');
    expect(volatilityOf([], [], 60)).toBe('0');
    // The newest minutes are paired, however many there are.
    expect(volatilityOf([0.5, 0.001], [0.001], 60)).toBe('0.353554');
  });

  it('of several balances is what all of them lose together', () => {
    const legs = [
      legOf(amount('3'), USDT, BTC, { spreadRate: '0.002', volatility: '0' }),
      legOf(amount('1'), USDT, BTC, { spreadRate: '0.006', volatility: '0.003' }),
    ];
    expect(shareOfSpread(legs)).toBe('0.003');
    expect(shareOfSpread([])).toBe('0');
  });
});

describe('a conversion', () => {
  it('gives the worth at the index price less the spread', () => {
    expect(format(receivedFor(amount('0.5'), '50000', '1', '0.002'))).toBe('24950');
    expect(format(receivedFor(amount('1000'), '1', '2500', '0.002'))).toBe('0.3992');
    expect(format(receivedFor(amount('1'), '50000', '2500', '0.002'))).toBe('19.96');
    expect(ratesOf('50000', '2500', '0.002')).toEqual({ indexRate: '20', rate: '19.96' });
  });

  it('takes what is sold into the house’s inventory and what is bought out of it, and records how it was computed', () => {
    const [event] = having().when(convert(quoteOf('1', BTC, ETH))).events;
    expect(event?.stream).toBe('conversion-cv-1');
    expect(event?.postings).toEqual([
      { account: 'user/demo-anna.1/spot/available', asset: 'BTC', amount: amount('-1') },
      { account: 'house/conversion', asset: 'BTC', amount: amount('1') },
      { account: 'house/conversion', asset: 'ETH', amount: amount('-19.96') },
      { account: 'user/demo-anna.1/spot/available', asset: 'ETH', amount: amount('19.96') },
    ]);
    expect(event?.data).toMatchObject({
      legs: [{ ...BTC, ...SPREAD, amount: '1', worthUsdt: '50000', receives: '19.96' }],
      ...{ to: ETH, quotedAt: AT },
      policy: {
        name: 'conversion.rules',
        version: 3,
        inputs: { spreadRate: '0.002', volatilityFactor: '2', quotedSpread: '0.002', worthUsdt: '50000' },
      },
    });
  });

  it('is refused once the price has moved so far that the quote gives away more than the tolerance', () => {
    having().when(oneBitcoinAt('49975')).then('FundsConverted');
    const figures = { offered: '49900', current: '49875.04002', currency: 'USDT', moveToleranceRate: '0.0005' };
    having()
      .when(oneBitcoinAt('49974.99'))
      .then(refuse('conversion.price-moved', { ...figures, policy: 'conversion.rules', version: 3 }));
  });

  it('of a few cents bears the same move: what is paid out is rounded only after prices are compared', () => {
    const small = (priceUsdt: string) => quoteOf('1', USDT, { ...BTC, priceUsdt });
    const accept = (priceUsdt: string) => convert(small('92700'), later(small(priceUsdt)));
    having('1')
      .and(funds('demo-anna.1', 'USDT', '10'))
      .when(accept('92746'))
      .then('FundsConverted');
    having('1')
      .and(funds('demo-anna.1', 'USDT', '10'))
      .when(accept('92747'))
      .then('conversion.price-moved');
  });

  it('sealed before there was a tolerance bears no move', () => {
    const { moveToleranceRate: _, ...before } = RULES;
    const read = conversionQuote.parse({ ...oneBitcoin, policy: { ...POLICY, values: before } });
    expect(read).toEqual({ ...oneBitcoin, policy: { ...POLICY, values: { ...RULES, moveToleranceRate: '0' } } });
  });

  it('may never be told to bear more than a quarter of the spread', () => {
    const isAllowed = (moveToleranceRate: string): boolean =>
      policySchemas['conversion.rules'].safeParse({ ...RULES, moveToleranceRate }).success;
    expect(['0', '0.0005', '0.000501', '0.002'].map(isAllowed)).toEqual([true, true, false, false]);
  });

  it.each(['49980', '60000'])('gives what was offered at an index of %s, and keeps both prices', (priceUsdt) => {
    const [event] = having().when(oneBitcoinAt(priceUsdt)).events;
    const current = format(receivedFor(amount('1'), priceUsdt, '1', '0.002'));
    expect(event?.data).toMatchObject({
      ...{ received: '49900', legs: [{ priceUsdt: '50000' }] },
      atAcceptance: { at: AT + 9_000, receives: current, legs: [{ priceUsdt, amount: '1', receives: current }] },
      policy: { inputs: { moveToleranceRate: '0.0005', offered: '49900', current } },
    });
    expect(event?.postings?.at(-1)).toMatchObject({ asset: 'USDT', amount: amount('49900') });
  });

  it('is refused like a quote when its market has closed meanwhile', () => {
    const closed = refuse('market.closed', { symbol: 'BTCUSDT', opensAt: AT + 60_000 });
    having().when(convert(oneBitcoin, closed)).then(closed);
  });

  it('is accepted up to its last instant and not after', () => {
    const accept = convert(quoteOf('1', BTC, USDT));
    having('1')
      .when(at(AT + 10_000, accept))
      .then('FundsConverted');
    having('1')
      .when(at(AT + 10_001, accept))
      .then(refuse('conversion.quote-expired', { seconds: 10, policy: 'conversion.rules', version: 3 }));
  });

  it('is accepted once: its own stream remembers it', () => {
    const accept = convert(quoteOf('1', BTC, USDT));
    having().and(accept).when(accept).then('conversion.quote-used');
    // Nothing that came later takes the place of this answer.
    having()
      .and(accept)
      .when(at(AT + 10_001, oneBitcoinAt('1')))
      .then('conversion.quote-used');
  });

  it('sells no more than is available', () => {
    having('0.99')
      .when(convert(quoteOf('1', BTC, USDT)))
      .then(refuse('asset.insufficient', { currency: 'BTC', available: '0.99', needed: '1' }));
  });

  it('is worth neither less nor more than the rules allow', () => {
    const refusal = (sold: string): string | undefined =>
      sizeRefusal(legOf(amount(sold), BTC, USDT, SPREAD), POLICY)?.refusal;
    expect(refusal('0.00001999')).toBe('conversion.below-minimum');
    expect(refusal('0.00002')).toBeUndefined();
    expect(refusal('2')).toBeUndefined();
    expect(refusal('2.00000001')).toBe('conversion.above-maximum');
    // Worth enough, but not a hundred-millionth of the target.
    const dear = { ...BTC, priceUsdt: '1000000000000' };
    expect(sizeRefusal(legOf(amount('5'), USDT, dear, SPREAD), POLICY)?.refusal).toBe('conversion.below-minimum');
  });

  it('changes no sum and never costs the house anything, whatever is converted at whatever price', () => {
    const decimal = (whole: number, decimals: number) =>
      fc
        .tuple(fc.integer({ min: 1, max: whole }), fc.nat(10 ** decimals - 1))
        .map(([a, b]) => `${a}.${`${b}`.padStart(decimals, '0')}`);
    fc.assert(
      fc.property(decimal(100_000, 8), decimal(90_000, 4), decimal(90_000, 4), (sold, from, to) => {
        const quote = quoteOf(sold, { ...BTC, priceUsdt: from }, { ...ETH, priceUsdt: to });
        const { events } = having().when(convert(quote));
        const sums = new Map<string, bigint>();
        for (const posting of events[0]?.postings ?? [])
          sums.set(posting.asset, (sums.get(posting.asset) ?? ZERO) + posting.amount);
        expect([...sums.values()].every((sum) => sum === ZERO)).toBe(true);
        const given = worthUsdt(amount(quote.receives), to);
        expect(given).toBeLessThanOrEqual(worthUsdt(amount(sold), from));
        const most = times(times(amount(sold), amount(from), 'up'), amount('0.998'), 'up');
        expect(times(amount(quote.receives), amount(to), 'down')).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of small balances takes every one in the same fact', () => {
    const legs = [legOf(amount('0.0001'), BTC, USDT, SPREAD), legOf(amount('0.002'), ETH, USDT, SPREAD)];
    const receives = sumOf(legs);
    const dust = { ...quoteOf('1', BTC, USDT), kind: 'dust', legs, receives } as const;
    const { events } = having().when(convert(dust));
    expect(events).toHaveLength(1);
    expect(receives).toBe('9.98');
    expect(events[0]?.postings).toHaveLength(6);
    expect(events[0]?.data).toMatchObject({
      kind: 'dust',
      policy: { inputs: { balances: 2, worthUsdt: '10', offered: '9.98', current: '9.98' } },
    });
    // What one loses another may win: the sum counts.
    const [bitcoin, ether] = [
      { ...BTC, priceUsdt: '49000' },
      { ...ETH, priceUsdt: '2550' },
    ];
    const moved = (...now: readonly ConversionLeg[]): CurrentTerms => ({
      ...later(dust),
      legs: now,
      receives: sumOf(now),
    });
    const [lower, higher] = [
      legOf(amount('0.0001'), bitcoin, USDT, SPREAD),
      legOf(amount('0.002'), ether, USDT, SPREAD),
    ];
    having()
      .when(convert(dust, moved(lower, higher)))
      .then('FundsConverted');
    having()
      .when(convert(dust, moved(lower, legs[1] as ConversionLeg)))
      .then('conversion.price-moved');
  });
});
