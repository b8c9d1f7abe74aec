import { describe, expect, it } from '@jest/globals';
import { amount, format, times, type Amount } from '../../../shared/money.js';
import { FUNDING_HALF_LIFE_MS } from '../mark-price/basis.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import type { MarketService } from '../runtime/market.service.js';
import { impactAt, impactOfFills, NO_IMPACT, type Impact } from '../simulator/impact.js';
import { TEST_LAUNCH_AT } from '../simulator/simulator.testkit.js';
import { ContractHalts } from '../contract-halt/contract-halts.js';
import { contractLot } from './contract-lots.js';
import { contractsOn } from './contract.testkit.js';
import { MarketContractFacts } from './market-contract-facts.js';

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
/** Of a Friday, 2026-11-20. */
const AT = TEST_LAUNCH_AT;
const UNTOUCHED: BookTrace = { impact: null, lastTrade: null };

const { market, contracts, demo } = contractsOn(['BTCUSDT', 'IBITUSDT', 'DOGEUSDT', 'AAPLUSDT', 'USDCUSDT']);
const LIMITS: Readonly<Record<string, number>> = { BTCUSDT: 400_000, DOGEUSDT: 20_000 };
const positionLimitUsdt = (symbol: string): number => LIMITS[symbol] ?? 0;
const facts = new MarketContractFacts({ open: { market, contracts }, positionLimitUsdt } as MarketService);

const dueOf = (symbol: string, fromMs: number, toMs: number, trace = UNTOUCHED, realm = 'real') =>
  facts.fundingDue(realm, symbol, { fromMs, toMs }, trace);
const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

describe('the contracts that may be traded', () => {
  it('are on what never closes, and where the gap of a close is known', () => {
    expect(facts.on('AAPLUSDT', AT)).toEqual(['AAPLUSDT-PERP', 'AAPLUSDT-261127', 'AAPLUSDT-261204']);
    expect([facts.classOf('AAPLUSDT-PERP'), facts.classOf('BTCUSDT-261127')]).toEqual(['stocks', 'crypto']);
    const source = { ...market.source, variance: () => undefined };
    const unknown = Object.create(market, { source: { value: source } }) as typeof market;
    const blind = new MarketContractFacts({ open: { market: unknown, contracts }, positionLimitUsdt } as MarketService);
    expect([blind.on('AAPLUSDT', AT), blind.classOf('AAPLUSDT-PERP')]).toEqual([[], undefined]);
    expect(blind.on('BTCUSDT', AT)).toHaveLength(3);
  });
});

describe('the fundings that are due', () => {
  const UNTIL = AT + 24 * HOUR_MS;

  it('are those after one instant and up to another, oldest first', () => {
    const due = dueOf('BTCUSDT-PERP', AT, UNTIL);
    expect(due.map(({ at }) => iso(at))).toEqual(['2026-11-20T16:00', '2026-11-21T00:00', '2026-11-21T08:00']);
    const [first] = due;
    if (first === undefined) throw new Error('nothing is due');
    expect(dueOf('BTCUSDT-PERP', AT, first.at)).toEqual([first]);
    expect(dueOf('BTCUSDT-PERP', first.at - 1, first.at)).toEqual([first]);
    expect(dueOf('BTCUSDT-PERP', first.at, first.at + HOUR_MS)).toEqual([]);
  });

  it('are none while staff have halted the contract, and go on after it', () => {
    const [first, second, third] = dueOf('BTCUSDT-PERP', AT, UNTIL);
    const halts = new ContractHalts();
    const open = { market, contracts: Object.create(contracts, { halts: { value: halts } }) as typeof contracts };
    const own = new MarketContractFacts({ open, positionLimitUsdt } as MarketService);
    const data = { symbol: 'BTCUSDT-PERP', publicReason: 'index' };
    halts.take({ type: 'TradingHalted', data, at: (first?.at ?? 0) + 1 });
    halts.take({ type: 'TradingResumed', data, at: (second?.at ?? 0) + 1 });
    expect(own.fundingDue('real', 'BTCUSDT-PERP', { fromMs: AT, toMs: UNTIL }, UNTOUCHED)).toEqual([first, third]);
    expect(own.fundingDue('real', 'DOGEUSDT-PERP', { fromMs: AT, toMs: UNTIL }, UNTOUCHED)).toHaveLength(3);
  });

  it('have the rate and premium that the seeds give, and the mark of their instant', () => {
    const history = market.fundings.history(market.spec('BTCUSDT'), UNTIL, { since: 0, limit: 3 }).reverse();
    const due = dueOf('BTCUSDT-PERP', AT, UNTIL);
    expect(due.map(({ rate, premium }) => [rate, premium].map((share) => Number(share / 10n ** 10n)))).toEqual(
      history.map(({ rate, premium }) => [rate, premium]),
    );
    for (const { at, mark } of due) {
      const { markTicks } = contracts.in('real').marks.at('BTCUSDT-PERP', at, UNTOUCHED);
      expect(mark).toBe(contracts.finePrice('BTCUSDT-PERP', markTicks));
    }
  });

  it('come every eight open hours of a share, at the close too', () => {
    const due = dueOf('AAPLUSDT-PERP', AT, AT + 14 * 24 * HOUR_MS);
    expect(due.length).toBe(7);
    for (const { at } of due) expect(market.isOpen('AAPLUSDT', at - SECOND_MS)).toBe(true);
  });

  it('are none of a delivery contract, of an instrument, and of what has no contract', () => {
    for (const symbol of ['BTCUSDT-261127', 'BTCUSDT', 'USDCUSDT-PERP', 'NOUSDT-PERP'])
      expect(dueOf(symbol, AT, UNTIL)).toEqual([]);
  });

  it('wait while positions of before a split are counted in shares of before, for marks are in those of now', () => {
    const world = contractsOn(['AAPLUSDT']);
    const open = { market: world.market, contracts: world.contracts };
    const own = new MarketContractFacts({ open, positionLimitUsdt } as MarketService);
    const symbol = 'AAPLUSDT';
    const until = AT + 7 * 24 * HOUR_MS;
    const marks = (): number[] =>
      own
        .fundingDue('real', `${symbol}-PERP`, { fromMs: AT, toMs: until }, UNTOUCHED)
        .map(({ mark }) => Number(format(mark)));
    const before = marks();
    expect(before.length).toBeGreaterThan(0);
    const take = (fact: { type: string; data: object }) =>
      world.actions.take(fact as Parameters<typeof world.actions.take>[0]);
    const ratio = { newShares: 4, oldShares: 1, factor: '0.25', dueAt: until, pricedFrom: until, version: 2 };
    take({ type: 'CorporateActionEffective', data: { symbol, actionId: 'a', kind: 'split', ...ratio } });
    const listed = world.versions.get(symbol);
    if (listed === undefined) throw new Error('it is not listed');
    const split = { ...listed, version: 2, spec: { ...listed.spec, adjustment: '0.25' } };
    (world.versions as Map<string, typeof listed>).set(symbol, split);
    world.market.relist();
    expect(marks()).toEqual([]);
    take({ type: 'CorporateActionSettled', data: { symbol, actionId: 'a' } });
    const after = marks();
    expect(after.length).toBe(before.length);
    for (const [at, mark] of after.entries()) expect(mark / (before[at] as number)).toBeCloseTo(0.25, 3);
  });

  it('take up how far users kept the quotes from the index, on average over hours', () => {
    const [due] = dueOf('BTCUSDT-PERP', AT, UNTIL);
    if (due === undefined) throw new Error('nothing is due');
    const pushed: Impact = { ...NO_IMPACT, displacementTicks: 40_000, fundingTicks: 25_000, asOf: due.at - MINUTE_MS };
    const [moved] = dueOf('BTCUSDT-PERP', AT, due.at, { impact: pushed, lastTrade: null });
    const { fundingTicks = 0 } = impactAt(pushed, due.at);
    const share = fundingTicks / market.source.exactTicksAt('BTCUSDT', due.at);
    expect(share).toBeGreaterThan(0.002);
    const added = Number(format((moved?.premium ?? 0n) - due.premium));
    expect(Math.abs(added - share)).toBeLessThan(1e-8);
    expect(moved?.rate).not.toBe(due.rate);
  });

  it('follow the index of their realm', () => {
    const before = dueOf('DOGEUSDT-PERP', AT, UNTIL, UNTOUCHED, 'demo')[0];
    demo.push('DOGEUSDT', AT + HOUR_MS, 2_000);
    const [after] = dueOf('DOGEUSDT-PERP', AT, UNTIL, UNTOUCHED, 'demo');
    expect(Number(format(after?.mark ?? 0n)) / Number(format(before?.mark ?? 0n))).toBeGreaterThan(1.0015);
    expect(dueOf('DOGEUSDT-PERP', AT, UNTIL)[0]).toEqual(before);
  });
});

describe('what users push of a premium', () => {
  const { source } = contracts.in('real');
  const buy = (impact: Impact, at: number): Impact => {
    const { lotsPerTick, midTicks } = source.impactScale('BTCUSDT-PERP', at);
    const fill = {
      side: 'buy',
      role: 'taker',
      priceTicks: midTicks + 9_000,
      lots: Math.round(lotsPerTick * 300),
    } as const;
    return impactOfFills(impact, [fill], at, source.impactScale('BTCUSDT-PERP', at));
  };

  it('is recorded with each impact of a perpetual contract, and of no other book', () => {
    const impact = buy(buy(NO_IMPACT, AT), AT + 5_000);
    expect(impact.fundingTicks).toBeGreaterThan(0);
    expect(impact.fundingTicks).toBeCloseTo(impactAt(buy(NO_IMPACT, AT), AT + 5_000).fundingTicks ?? 0, 5);
    const spot = market.source.impactScale('BTCUSDT', AT);
    const fill = { side: 'buy', role: 'taker', priceTicks: spot.midTicks + 900, lots: 500 } as const;
    expect(impactOfFills(NO_IMPACT, [fill], AT, spot)).not.toHaveProperty('fundingTicks');
  });

  it('is what it was on average, with half of the weight every 110 minutes', () => {
    let [impact, sampled] = [NO_IMPACT, 0];
    for (let second = 0; second < 3 * 3_600; second += 1) {
      const at = AT + second * SECOND_MS;
      if (second % 97 === 0) impact = buy(impact, at);
      for (let part = 0; part < 4; part += 1) {
        const { displacementTicks } = impactAt(impact, at + part * 250);
        sampled += (displacementTicks - sampled) * ((Math.LN2 / FUNDING_HALF_LIFE_MS) * 250);
      }
    }
    const { fundingTicks = 0 } = impactAt(impact, AT + 3 * HOUR_MS);
    expect(fundingTicks).toBeGreaterThan(20);
    expect(Math.abs(fundingTicks / sampled - 1)).toBeLessThan(0.01);
  });

  it('is next to nothing of a sweep in the last minute before the funding', () => {
    const swept = buy(NO_IMPACT, AT);
    const { fundingTicks = 0 } = impactAt(swept, AT + MINUTE_MS);
    expect(fundingTicks / swept.displacementTicks).toBeLessThan(0.002);
  });
});

describe('the settlement of a delivery contract', () => {
  const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);

  it('is the mean of its 1,800 seconds, and not known before it delivers', () => {
    expect(facts.settlementOf('BTCUSDT-261127', DELIVERS_AT - 1)).toBeNull();
    const found = facts.settlementOf('BTCUSDT-261127', DELIVERS_AT);
    const seconds = Array.from({ length: 1_800 }, (_, n) => DELIVERS_AT - (n + 1) * SECOND_MS);
    const mean = seconds.reduce((sum, at) => sum + market.source.exactTicksAt('BTCUSDT', at), 0) / 1_800;
    expect(Math.abs(Number(format(found ?? 0n)) - mean / 100)).toBeLessThan(2e-6);
    expect(facts.settlementOf('BTCUSDT-261127', DELIVERS_AT + 9 * HOUR_MS)).toBe(found);
  });

  it('of a share is that of its last session, alike in both realms whatever users pushed', () => {
    const found = facts.settlementOf('AAPLUSDT-261127', DELIVERS_AT);
    expect(found).toBe(market.settlement('AAPLUSDT', Date.UTC(2026, 10, 25, 21), 30)?.price);
    demo.push('AAPLUSDT', DELIVERS_AT - 48 * HOUR_MS, 5_000);
    expect(facts.settlementOf('AAPLUSDT-261127', DELIVERS_AT)).toBe(found);
  });

  it('does not exist of what never delivers', () => {
    for (const symbol of ['BTCUSDT-PERP', 'BTCUSDT', 'BTCUSDT-261126', 'NOUSDT-261127'])
      expect(facts.settlementOf(symbol, DELIVERS_AT + HOUR_MS)).toBeNull();
  });
});

describe('the close that margins are raised for', () => {
  /** 2026-11-24 is a Tuesday, the 26th Thanksgiving. */
  const noon = Date.UTC(2026, 10, 24, 18);
  const timesOf = (symbol: string, at: number) => {
    const found = facts.gapWindow(symbol, at);
    return found && [found.warnsAt, found.raisesAt, found.closesAt, found.opensAt].map(iso);
  };
  const NIGHT = ['2026-11-24T19:00', '2026-11-24T20:00', '2026-11-24T21:00', '2026-11-25T14:30'];

  it('is the next one, and while the market is shut the one that runs', () => {
    for (const hours of [0, 1, 2, 2.9, 3, 12, 20])
      expect(timesOf('AAPLUSDT-PERP', noon + hours * HOUR_MS)).toEqual(NIGHT);
    const next = ['2026-11-25T19:00', '2026-11-25T20:00', '2026-11-25T21:00', '2026-11-27T14:30'];
    expect(timesOf('AAPLUSDT-PERP', noon + 20.5 * HOUR_MS)).toEqual(next);
  });

  it('has a rate that stands from the warning until the open, and covers more over a longer close', () => {
    const rateAt = (at: number): Amount => facts.gapWindow('AAPLUSDT-PERP', at)?.rate ?? 0n;
    const night = rateAt(noon + HOUR_MS);
    for (const hours of [1.5, 2, 5, 20.4]) expect(rateAt(noon + hours * HOUR_MS)).toBe(night);
    expect(night).toBeGreaterThan(amount('0.01'));
    expect(night).toBeLessThan(amount('0.1'));
    expect(night % amount('0.0001')).toBe(0n);
    expect(rateAt(noon + 26 * HOUR_MS)).toBeGreaterThan(night);
  });

  it('is none that came before the first price, and may come within two hours of it', () => {
    const begin = market.beginsAt('AAPLUSDT');
    expect(market.isOpen('AAPLUSDT', begin)).toBe(false);
    expect(facts.gapWindow('AAPLUSDT-PERP', begin)).toBeNull();
    const late = Object.create(market, { beginsAt: { value: () => noon + 2 * HOUR_MS } }) as typeof market;
    const young = new MarketContractFacts({ open: { market: late, contracts }, positionLimitUsdt } as MarketService);
    expect(young.gapWindow('AAPLUSDT-PERP', noon + 2 * HOUR_MS)?.rate).toBeGreaterThan(amount('0.01'));
  });

  it('does not exist where the market never closes, or a delivery comes first', () => {
    expect(facts.gapWindow('BTCUSDT-PERP', noon)).toBeNull();
    expect(facts.gapWindow('BTCUSDT-261127', noon)).toBeNull();
    expect(timesOf('AAPLUSDT-261127', noon)).toEqual(NIGHT);
    // Its average ends with the session of Wednesday: no gap is left to come.
    expect(facts.gapWindow('AAPLUSDT-261127', noon + 24 * HOUR_MS)).toBeNull();
    expect(facts.gapWindow('AAPLUSDT', noon)).toBeNull();
  });
});

describe('the cap of open interest', () => {
  const worth = (underlying: string, lots: number | null, at: number): Amount => {
    const price = market.finePrice(underlying, market.source.exactTicksAt(underlying, at));
    return times(times(price, contractLot(market.spec(underlying)), 'down'), amount(`${lots ?? 0}`), 'down');
  };

  it('is the largest number of lots that is worth no more than may be held', () => {
    const lots = facts.openInterestCap('DOGEUSDT-PERP', AT);
    expect(worth('DOGEUSDT', lots, AT)).toBeLessThanOrEqual(amount('20000'));
    expect(worth('DOGEUSDT', (lots ?? 0) + 1, AT)).toBeGreaterThan(amount('20000'));
  });

  it('is shared by the contracts whose prices one push moves', () => {
    const symbols = ['BTCUSDT', 'IBITUSDT'];
    const sums = symbols.map((symbol) => worth(symbol, facts.openInterestCap(`${symbol}-PERP`, AT), AT));
    const sum = sums.reduce((total, each) => total + each, 0n);
    expect(sum).toBeLessThanOrEqual(amount('400000'));
    expect(sum).toBeGreaterThan(amount('399900'));
    for (const each of sums) expect(each).toBeGreaterThan(amount('100'));
  });

  it('does not exist where no push moves what it is worth', () => {
    for (const symbol of ['BTCUSDT-261127', 'BTCUSDT', 'USDCUSDT-PERP'])
      expect(facts.openInterestCap(symbol, AT)).toBeNull();
  });
});
