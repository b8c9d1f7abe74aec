import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { amount, format, times, ZERO } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { ConversionQuote, ConversionRules, CurrentTerms } from './conversion.commands.js';
import { RULES as SEEDED } from './conversion.testkit.js';
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

const RULES: ConversionRules = { ...SEEDED, inventoryUsdt: '1000000000', quotesPerMinute: 3 };
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
    policy: POLICY,
  };
}

const OWNER = 'demo-anna.1';
const { given } = decider({
  realm: 'demo',
  kind: conversionKind,
  id: OWNER,
  handlers: conversionHandlers(openGate),
  at: AT,
});
const having = (available = '1000000') => given(...['BTC', 'ETH'].map((currency) => funds(OWNER, currency, available)));
const who = { userId: 'demo-anna', ownerId: OWNER };
const quote = (data: ConversionQuote) => ({ type: 'QuoteConversion', data });
/** What a quote would offer nine seconds later; by default the price stands still. */
const later = ({ legs, to, receives }: ConversionQuote) => ({ legs, to, receives, at: AT + 9_000 });
const convert = (of: ConversionQuote, current: CurrentTerms = later(of)) => ({
  type: 'ConvertFunds',
  data: { ...who, quoteId: of.quoteId, current },
});
const cancel = (quoteId: string) => ({ type: 'CancelConversionQuote', data: { ...who, quoteId } });
const expire = (quoteId: string) => ({ type: 'ExpireConversionQuote', data: { ...who, quoteId } });
const stop = { type: 'StopConversionQuote', data: who };
const ended = (reason: string) => ({
  type: 'ConversionQuoteEnded',
  data: expect.objectContaining({ quoteId: 'cv-1', reason }),
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
  it('gives the worth at the fundamental price less the spread', () => {
    expect(format(receivedFor(amount('0.5'), '50000', '1', '0.002'))).toBe('24950');
    expect(format(receivedFor(amount('1000'), '1', '2500', '0.002'))).toBe('0.3992');
    expect(format(receivedFor(amount('1'), '50000', '2500', '0.002'))).toBe('19.96');
    expect(ratesOf('50000', '2500', '0.002')).toEqual({ indexRate: '20', rate: '19.96' });
  });

  it('takes what is held into the house’s inventory and what is bought out of it, and records how it was computed', () => {
    const bought = quoteOf('1', BTC, ETH);
    const [event] = having().and(quote(bought)).when(convert(bought)).events;
    expect(event?.stream).toBe('conversion-demo-anna.1');
    expect(event?.postings).toEqual([
      { account: 'user/demo-anna.1/spot/frozen', asset: 'BTC', amount: amount('-1') },
      { account: 'house/conversion', asset: 'BTC', amount: amount('1') },
      { account: 'house/conversion', asset: 'ETH', amount: amount('-19.96') },
      { account: 'user/demo-anna.1/spot/available', asset: 'ETH', amount: amount('19.96') },
    ]);
    expect(event?.data).toMatchObject({
      legs: [{ ...BTC, ...SPREAD, amount: '1', worthUsdt: '50000', receives: '19.96' }],
      to: ETH,
      quotedAt: AT,
      policy: {
        name: 'conversion.rules',
        version: 3,
        inputs: { spreadRate: '0.002', volatilityFactor: '2', quotedSpread: '0.002', worthUsdt: '50000' },
      },
    });
  });

  it('is refused once the price has moved so far that the quote gives away more than the tolerance', () => {
    having().and(quote(oneBitcoin)).when(oneBitcoinAt('49975')).then('FundsConverted');
    const figures = { offered: '49900', current: '49875.04002', currency: 'USDT', moveToleranceRate: '0.0005' };
    const moved = refuse('conversion.price-moved', { ...figures, policy: 'conversion.rules', version: 3 });
    const outcome = having().and(quote(oneBitcoin)).when(oneBitcoinAt('49974.99'));
    outcome.answers(moved);
    const end = {
      reason: 'refused',
      refusal: moved,
      atAcceptance: expect.objectContaining({ receives: '49875.04002' }),
    };
    const over = outcome.then({ type: 'ConversionQuoteEnded', data: expect.objectContaining(end) });
    expect(over.funds(OWNER, 'BTC')).toBe('1000000 0');
    over.when(oneBitcoinAt('50000')).then('conversion.quote-refused');
  });

  it('of a few cents bears the same move: what is paid out is rounded only after prices are compared', () => {
    const small = (priceUsdt: string) => quoteOf('1', USDT, { ...BTC, priceUsdt });
    const accept = (priceUsdt: string) => convert(small('92700'), later(small(priceUsdt)));
    const rich = () => given(funds(OWNER, 'USDT', '10'), quote(small('92700')));
    rich().when(accept('92746')).then('FundsConverted');
    rich().when(accept('92747')).then(ended('refused'));
  });

  it('may never be told to bear more than a quarter of the spread', () => {
    const isAllowed = (moveToleranceRate: string): boolean =>
      policySchemas['conversion.rules'].safeParse({ ...RULES, moveToleranceRate }).success;
    expect(['0', '0.0005', '0.000501', '0.002'].map(isAllowed)).toEqual([true, true, false, false]);
  });

  it.each(['49980', '60000'])('gives what was offered at an index of %s, and keeps both prices', (priceUsdt) => {
    const [event] = having().and(quote(oneBitcoin)).when(oneBitcoinAt(priceUsdt)).events;
    const current = format(receivedFor(amount('1'), priceUsdt, '1', '0.002'));
    expect(event?.data).toMatchObject({
      received: '49900',
      legs: [{ priceUsdt: '50000' }],
      atAcceptance: { at: AT + 9_000, receives: current, legs: [{ priceUsdt, amount: '1', receives: current }] },
      policy: { inputs: { moveToleranceRate: '0.0005', offered: '49900', current } },
    });
    expect(event?.postings?.at(-1)).toMatchObject({ asset: 'USDT', amount: amount('49900') });
  });

  it('is refused like a quote when its market has closed meanwhile, and releases what was held', () => {
    const closed = refuse('market.closed', { symbol: 'BTCUSDT', opensAt: AT + 60_000 });
    const outcome = having().and(quote(oneBitcoin)).when(convert(oneBitcoin, closed));
    outcome.answers(closed);
    expect(outcome.then(ended('refused')).funds(OWNER, 'BTC')).toBe('1000000 0');
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

  it('is refused above what the house takes in from an account, and free in the direction that empties it', () => {
    const tight = { ...POLICY, values: { ...RULES, inventoryUsdt: '100000' } };
    const under = (quoteId: string, ...[sold, from, to]: Parameters<typeof quoteOf>): ConversionQuote => ({
      ...quoteOf(sold, from, to),
      quoteId,
      policy: tight,
    });
    const [one, more, other] = [
      under('cv-1', '1.5', BTC, USDT),
      under('cv-2', '0.6', BTC, USDT),
      under('cv-2', '0.6', BTC, ETH),
    ];
    const sold = given(funds(OWNER, 'BTC', '10'), funds(OWNER, 'USDT', '1000000'))
      .and(quote(one))
      .and(convert(one));
    const facts = { field: 'amount', currency: 'BTC', left: '25000', maximum: '100000' };
    const full = refuse('conversion.inventory-full', { ...facts, policy: 'conversion.rules', version: 3 });
    sold.when(quote(more)).then(full);
    sold.when(quote(other)).then(full);
    sold.when(quote(under('cv-2', '0.5', BTC, USDT))).then('ConversionQuoted');
    sold.when(quote(under('cv-3', '90000', USDT, ETH))).then('ConversionQuoteEnded', 'ConversionQuoted');
    const next = (data: ConversionQuote) => at(AT + 61_000, quote(data));
    sold.when(next(under('cv-4', '100000', USDT, BTC))).then('ConversionQuoteEnded', 'ConversionQuoted');
    // Bought so much more than sold, the house gives no more either.
    sold.when(next(under('cv-5', '180000', USDT, BTC))).then(full);
  });

  it('changes no sum and never costs the house anything, whatever is converted at whatever price', () => {
    const decimal = (whole: number, decimals: number) =>
      fc
        .tuple(fc.integer({ min: 1, max: whole }), fc.nat(10 ** decimals - 1))
        .map(([a, b]) => `${a}.${`${b}`.padStart(decimals, '0')}`);
    fc.assert(
      fc.property(decimal(10_000, 8), decimal(90_000, 4), decimal(90_000, 4), (sold, from, to) => {
        const offered = quoteOf(sold, { ...BTC, priceUsdt: from }, { ...ETH, priceUsdt: to });
        const { events } = having().and(quote(offered)).when(convert(offered));
        const sums = new Map<string, bigint>();
        for (const posting of events[0]?.postings ?? [])
          sums.set(posting.asset, (sums.get(posting.asset) ?? ZERO) + posting.amount);
        expect([...sums.values()].every((sum) => sum === ZERO)).toBe(true);
        const given = worthUsdt(amount(offered.receives), to);
        expect(given).toBeLessThanOrEqual(worthUsdt(amount(sold), from));
        const most = times(times(amount(sold), amount(from), 'up'), amount('0.998'), 'up');
        expect(times(amount(offered.receives), amount(to), 'down')).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of small balances takes every one in the same fact', () => {
    const legs = [legOf(amount('0.0001'), BTC, USDT, SPREAD), legOf(amount('0.002'), ETH, USDT, SPREAD)];
    const receives = sumOf(legs);
    const dust = { ...quoteOf('1', BTC, USDT), kind: 'dust', legs, receives } as const;
    const quoted = () => having().and(quote(dust));
    const { events } = quoted().when(convert(dust));
    expect(events).toHaveLength(1);
    expect(receives).toBe('9.98');
    expect(events[0]?.postings).toHaveLength(6);
    expect(events[0]?.data).toMatchObject({
      kind: 'dust',
      policy: { inputs: { balances: 2, worthUsdt: '10', offered: '9.98', current: '9.98' } },
    });
    // What one loses another may win: the sum counts.
    const lower = legOf(amount('0.0001'), { ...BTC, priceUsdt: '49000' }, USDT, SPREAD);
    const higher = legOf(amount('0.002'), { ...ETH, priceUsdt: '2550' }, USDT, SPREAD);
    const moved = (...now: readonly ConversionLeg[]): CurrentTerms => ({
      ...later(dust),
      legs: now,
      receives: sumOf(now),
    });
    quoted()
      .when(convert(dust, moved(lower, higher)))
      .then('FundsConverted');
    quoted()
      .when(convert(dust, moved(lower, legs[1] as ConversionLeg)))
      .then(ended('refused'));
  });
});

describe('a quote', () => {
  it('puts what it takes on hold, and is due to expire', () => {
    const outcome = having('5').when(quote(oneBitcoin));
    outcome.answers({ quoteId: 'cv-1', kind: 'single', receives: '49900', expiresAt: AT + 10_000, spreadUsdt: '100' });
    expect(outcome.due).toMatchObject([
      { id: 'expire-conversion:cv-1', dueAt: AT + 10_000, type: 'ExpireConversionQuote' },
    ]);
    const quoted = outcome.then('ConversionQuoted');
    expect(quoted.funds(OWNER, 'BTC')).toBe('4 1');
    expect(conversionKind.holds?.(quoted.state)).toEqual(new Map([['user/demo-anna.1/spot/frozen BTC', amount('1')]]));
  });

  it('holds no more than is available', () => {
    const short = { field: 'amount', currency: 'BTC', available: '0.99', needed: '1' };
    having('0.99').when(quote(oneBitcoin)).then(refuse('asset.insufficient', short));
  });

  it('replaces the one before: an account has one, and what that held may be held again', () => {
    const second = { ...quoteOf('1.5', BTC, ETH), quoteId: 'cv-2' };
    const replaced = having('1.5')
      .and(quote(oneBitcoin))
      .when(quote(second))
      .then(ended('replaced'), 'ConversionQuoted');
    expect(replaced.funds(OWNER, 'BTC')).toBe('0 1.5');
    replaced.when(convert(oneBitcoin)).then('conversion.quote-replaced');
    replaced.when(expire('cv-1')).then();
    replaced.when(convert(second)).then('FundsConverted');
    expect(replaced.funds(OWNER, 'BTC')).toBe('0 0');
  });

  it('that a newer one follows too late ends as expired', () => {
    const second = { ...oneBitcoin, quoteId: 'cv-2', at: AT + 10_000 };
    having()
      .and(quote(oneBitcoin))
      .when(at(AT + 10_000, quote(second)))
      .then(ended('expired'), 'ConversionQuoted');
  });

  it('is refused above what an account may get in a minute', () => {
    const numbered = (n: number) => at(AT + n * 1000, quote({ ...oneBitcoin, quoteId: `cv-${n}` }));
    const three = having().and(numbered(1), numbered(2), numbered(3));
    const rules = { policy: 'conversion.rules', version: 3 };
    three.when(numbered(4)).then(refuse('conversion.too-many-quotes', { perMinute: 3, seconds: 57, ...rules }));
    three.when(numbered(60)).then('conversion.too-many-quotes');
    three.when(numbered(61)).then('ConversionQuoteEnded', 'ConversionQuoted');
  });

  it('is accepted until its last millisecond, and then ends as expired', () => {
    having()
      .and(quote(oneBitcoin))
      .when(at(AT + 9_999, convert(oneBitcoin)))
      .then('FundsConverted');
    const late = having()
      .and(quote(oneBitcoin))
      .when(at(AT + 10_000, convert(oneBitcoin)));
    const expired = refuse('conversion.quote-expired', { seconds: 10, policy: 'conversion.rules', version: 3 });
    late.answers(expired);
    const over = late.then(ended('expired'));
    expect(over.funds(OWNER, 'BTC')).toBe('1000000 0');
    over.when(convert(oneBitcoin)).then(expired);
  });

  it('expires by its timer once its time is over, and not before', () => {
    having()
      .and(quote(oneBitcoin))
      .when(at(AT + 9_999, expire('cv-1')))
      .then();
    const over = having()
      .and(quote(oneBitcoin))
      .when(at(AT + 10_000, expire('cv-1')))
      .then(ended('expired'));
    expect(over.funds(OWNER, 'BTC')).toBe('1000000 0');
    over.when(at(AT + 10_001, expire('cv-1'))).then();
  });

  it('is accepted once', () => {
    const done = having().and(quote(oneBitcoin), convert(oneBitcoin));
    done.when(convert(oneBitcoin)).then('conversion.quote-used');
    // Nothing that came later takes the place of this answer.
    done.when(at(AT + 10_001, oneBitcoinAt('1'))).then('conversion.quote-used');
    done.when(at(AT + 10_001, expire('cv-1'))).then();
  });

  it('is cancelled by its owner, once', () => {
    const over = having().and(quote(oneBitcoin)).when(cancel('cv-1')).then(ended('cancelled'));
    expect(over.funds(OWNER, 'BTC')).toBe('1000000 0');
    over.when(cancel('cv-1')).then('conversion.quote-cancelled');
    over.when(convert(oneBitcoin)).then('conversion.quote-cancelled');
    over.when(cancel('cv-9')).then(refuse('conversion.quote-unknown', { field: 'quoteId' }));
  });

  it('ends with the account’s right to trade', () => {
    const over = having().and(quote(oneBitcoin)).when(stop).then(ended('stopped'));
    expect(over.funds(OWNER, 'BTC')).toBe('1000000 0');
    over.when(stop).then();
    over.when(convert(oneBitcoin)).then('conversion.quote-cancelled');
  });

  it('is remembered for as long as the rate limit looks back, and from a snapshot too', () => {
    const many = Array.from({ length: 70 }, (_, n) =>
      at(AT + n * 60_000, quote({ ...oneBitcoin, quoteId: `cv-${n}` })),
    );
    const { state } = having().and(...many);
    expect(state.recent.map(({ quoteId }) => quoteId)).toEqual(Array.from({ length: 60 }, (_, n) => `cv-${n + 10}`));
    const { snapshot } = conversionKind;
    expect(snapshot?.load(JSON.parse(JSON.stringify(snapshot.save(state))), OWNER)).toEqual(state);
  });
});
