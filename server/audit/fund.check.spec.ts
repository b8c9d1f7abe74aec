import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { strikeOf } from '../../shared/fund.js';
import { amount, format, fromSteps } from '../../shared/money.js';
import { startOf } from '../../shared/utc-date.js';
import type { FundStruck } from '../features/fund/fund.events.js';
import { isDrawn } from '../market/fund/fund-draw.js';
import { keyOf } from '../market/simulator/chacha.js';
import { commitmentOf, DEFAULT_EPOCH_MS, epochOf } from '../market/simulator/epochs.js';
import {
  TEST_LAUNCH_AT,
  testBeacon,
  testCatalogue,
  testChain,
  testModel,
  testSeedOf,
} from '../market/simulator/simulator.testkit.js';
import { auditFunds, type RecordedStrike } from './fund.check.js';
import type { Market, RecordedClose } from './market.check.js';

const FIRST = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
const epochs = Array.from({ length: 60 }, (_, n) => {
  const seed = testChain.seedOf(FIRST + n);
  return { epoch: FIRST + n, seed, beacon: testBeacon(FIRST + n), commitment: commitmentOf(seed) };
});
const specs = testCatalogue.specs.filter(({ symbol }) => ['AAPLUSDT', 'BTCUSDT'].includes(symbol));
const specOf = (symbol: string) => specs.find((spec) => spec.symbol === symbol) as InstrumentSpec;
const market: Market = {
  launchAt: TEST_LAUNCH_AT,
  epochMs: DEFAULT_EPOCH_MS,
  calendars: testCatalogue.calendars,
  specs: new Map(specs.map((spec) => [spec.symbol, new Map([[1, spec]])])),
  epochs,
  anchor: { epoch: FIRST, hash: testChain.anchor },
};
const model = testModel(['AAPLUSDT', 'BTCUSDT']);
const ONE_IN = 3;
/** New York closes at 21:00 UTC in winter; the first of these is a Monday, the last a Sunday. */
const DATES = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-29'] as const;
const FRIDAY = Date.parse('2026-11-27T18:00:00Z');

function priced(asset: string, closeAt: number, quantity = '1') {
  const symbol = `${asset}USDT`;
  const price = format(fromSteps(model.priceTicksAt(symbol, closeAt - 1), amount(specOf(symbol).tickSize)));
  return { asset, quantity, price, closeAt, epoch: epochOf(closeAt - 1, DEFAULT_EPOCH_MS) };
}

/** As a server strikes it; the halved session of the day after Thanksgiving ends at 18:00 UTC. */
function strike(date: string, change: Partial<FundStruck> = {}): RecordedStrike {
  const strikesAt = strikeOf(date);
  const closeAt = date === '2026-11-29' ? FRIDAY : strikesAt - 3_600_000;
  const day = startOf(date) / 86_400_000;
  const seed = testSeedOf(epochOf(startOf(date), DEFAULT_EPOCH_MS)) ?? '';
  const value = {
    ...{ level: 'low', date, strikesAt, trades: [] },
    closes: [priced('AAPL', closeAt), priced('BTC', strikesAt)],
    drawn: isDrawn(keyOf(seed), 'low', day, ONE_IN),
    policy: { name: 'fund.rules', version: 1, inputs: {} },
    ...change,
  } as unknown as FundStruck;
  return { realm: 'real', position: 9, at: strikesAt + 20, value };
}

function audited(recorded: readonly RecordedStrike[], change: Partial<Parameters<typeof auditFunds>[1]> = {}) {
  const facts = {
    revisions: new Map(specs.map((spec) => [spec.symbol, [{ at: 0, spec }]])),
    published: new Map([['fund.rules 1', { rebalanceOneIn: ONE_IN }]]),
    closes: [],
    isAsked: () => true,
    ...change,
  };
  return auditFunds(market, facts, epochs, recorded);
}

const MONDAY = DATES[0];
const [SHARE, COIN] = (strike(MONDAY).value as FundStruck).closes as [FundStruck['closes'][0], FundStruck['closes'][0]];

describe('the audit of what values of funds are made of', () => {
  it('finds closes and draws equal, over a holiday and a weekend too', () => {
    const strikes = DATES.map((date) => strike(date));
    expect(audited(strikes)).toEqual({ checked: 12, differences: [] });
    expect(new Set(strikes.map(({ value }) => (value as FundStruck).drawn)).size).toBe(2);
  });

  it.each<[string, Partial<FundStruck>, string]>([
    ['another price', { closes: [{ ...SHARE, price: '1' }, COIN] }, '1 at 2026-11-23T21:00:00.000Z'],
    ['the close of another day', { closes: [priced('AAPL', SHARE.closeAt - 86_400_000), COIN] }, 'at 2026-11-22T21'],
    [
      'a fair value in spite of a close',
      { closes: [{ ...SHARE, fair: { version: 2, reason: 'halt' } }, COIN] },
      'no official close of five days',
    ],
    ['a trade at another price', { closes: [COIN], trades: [{ ...SHARE, price: '2' }] }, '2 at 2026-11-23T21'],
  ])('finds %s', (_, change, found) => {
    const { differences } = audited([strike(MONDAY, change)]);
    expect(differences).toEqual([
      expect.objectContaining({
        ...{ what: 'fund', symbol: 'AAPLUSDT', realm: 'real', position: 9 },
        expected: `${SHARE.price} at 2026-11-23T21:00:00.000Z`,
        found: expect.stringContaining(found),
      }),
    ]);
  });

  it('finds a date of rebalancing that the seed did not draw, and one that it drew', () => {
    for (const date of DATES) {
      const { drawn } = strike(date).value as FundStruck;
      const { differences } = audited([strike(date, { drawn: !drawn })]);
      expect(differences.map(({ found }) => found)).toEqual([`low ${drawn ? 'not drawn' : 'drawn'} for rebalancing`]);
    }
  });

  it('finds a value that was missed in spite of a close, and takes one without', () => {
    const { level, date, strikesAt } = strike(MONDAY).value;
    const next = { nextDate: DATES[1], nextStrikesAt: 0 };
    const missed = (asset: string): RecordedStrike => ({
      ...strike(MONDAY),
      value: { level, date, strikesAt, assets: [asset], ...next },
    });
    expect(audited([missed('AAPL')]).differences).toMatchObject([{ symbol: 'AAPLUSDT', what: 'fund' }]);
    expect(audited([missed('GONE')]).differences).toEqual([]);
  });

  it('takes a price as it was traded before a split, from the series of after it', () => {
    const split = { ...specOf('AAPLUSDT'), adjustment: '0.5' };
    const action = { kind: 'split', symbol: 'AAPLUSDT', version: 2, factor: '0.5', pricedFrom: SHARE.closeAt + 60_000 };
    const { differences } = auditFunds(
      { ...market, specs: new Map([['AAPLUSDT', new Map([[2, split]])]]) },
      {
        revisions: new Map([['AAPLUSDT', [{ at: 0, spec: split }]]]),
        published: new Map(),
        closes: [action as unknown as RecordedClose],
        isAsked: () => true,
      },
      epochs,
      [strike(MONDAY, { closes: [{ ...SHARE, price: '1' }] })],
    );
    const [price = '0'] = differences[0]?.expected.split(' ') ?? [];
    const tick = amount(specOf('AAPLUSDT').tickSize);
    expect(amount(price) - amount(SHARE.price) <= tick && amount(SHARE.price) - amount(price) <= tick).toBe(true);
  });

  it('leaves out what is not asked for, and epochs that are not', () => {
    const wrong = strike(MONDAY, { closes: [{ ...SHARE, price: '1' }] });
    expect(audited([wrong], { isAsked: () => false })).toEqual({ checked: 1, differences: [] });
    expect(auditFunds(market, { ...NOTHING }, epochs.slice(0, 1), [wrong])).toEqual({ checked: 0, differences: [] });
  });
});

const NOTHING = { revisions: new Map(), published: new Map(), closes: [], isAsked: () => true };
