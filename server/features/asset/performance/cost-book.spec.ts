import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { amount, format, times, ZERO, type Amount } from '../../../../shared/money.js';
import { CostBook, type Disposal } from './cost-book.js';
import type { Leg, OwnerChange } from './owner-change.projection.js';

type AssetAmount = readonly [asset: string, amount: string];
interface Happens {
  give?: AssetAmount[];
  get?: AssetAmount[];
  fee?: AssetAmount;
  paid?: string;
  incomeOf?: string;
  /** Of a contract or an option. */
  result?: true;
  split?: readonly [asset: string, change: string, fraction: string];
}

const leg = ([asset, text]: AssetAmount): Leg => ({ asset, amount: amount(text), worthUsdt: null });

function changes(...happens: readonly Happens[]): OwnerChange[] {
  return happens.map(({ give = [], get = [], fee, paid, incomeOf = null, result = false, split }, index) => ({
    position: index + 1,
    at: index + 1,
    event: 'Happened',
    reference: `t-${index + 1}`,
    given: give.map(leg),
    received: get.map(leg),
    fee: fee === undefined ? null : leg(fee),
    paidUsdt: paid === undefined ? null : amount(paid),
    incomeOf,
    isResult: result,
    split: split === undefined ? null : { asset: split[0], change: amount(split[1]), fraction: amount(split[2]) },
  }));
}

/** Prices of the instant: a whole number of USDT that moves with the asset and the time. */
const priceAt = (asset: string, at: number): Amount =>
  asset === 'USDT' ? amount('1') : amount(`${10 + ((asset.charCodeAt(0) * 7 + at * 13) % 90)}.25`);
const worthAt = (asset: string, held: Amount, at: number): Amount => times(held, priceAt(asset, at), 'down');

function given(...happens: readonly Happens[]) {
  const book = new CostBook(worthAt);
  const disposals = changes(...happens).flatMap((change) => book.apply(change));
  return { book, disposals };
}

const pool = (book: CostBook, asset: string) => {
  const { quantity, cost, realised } = book.pools.get(asset) ?? { quantity: ZERO, cost: ZERO, realised: ZERO };
  return [quantity, cost, realised].map(format).join(' ');
};
const tax = ({ quantity, proceeds, cost, fee, gain }: Disposal) =>
  [quantity, proceeds, cost, fee, gain].map(format).join(' ');

const START: Happens = { get: [['USDT', '1000']] };
const BUY: Happens = {
  give: [['USDT', '100.1']],
  get: [['BTC', '2']],
  fee: ['USDT', '0.1'],
};

describe('what coins cost and brought', () => {
  it('counts the fee of a purchase as part of its cost', () => {
    const { book, disposals } = given(START, BUY);
    expect([pool(book, 'BTC'), pool(book, 'USDT')]).toEqual(['2 100.1 0', '899.9 899.9 0']);
    expect([disposals.map(tax), format(book.fees)]).toEqual([['100.1 100.1 100.1 0 0'], '0.1']);
  });

  it('takes average cost and fee off what a sale brings', () => {
    const { book, disposals } = given(START, BUY, {
      give: [['BTC', '1']],
      get: [['USDT', '59.94']],
      fee: ['USDT', '0.06'],
    });
    expect(pool(book, 'BTC')).toBe('1 50.05 9.89');
    expect(disposals.map(tax).at(-1)).toBe('1 60 50.05 0.06 9.89');
  });

  it('averages purchases, and knows since when the first part of them is held', () => {
    const { book } = given(START, BUY, { give: [['USDT', '200.1']], get: [['BTC', '2']] });
    expect([pool(book, 'BTC'), book.pools.get('BTC')?.since]).toEqual(['4 300.2 0', 2]);
  });

  it('lets a deposit in at the index of its moment, and out at average cost without a gain', () => {
    const { book, disposals } = given({ get: [['ETH', '4']] }, { give: [['ETH', '1']] });
    const cost = format((worthAt('ETH', amount('4'), 1) * 3n) / 4n);
    expect([pool(book, 'ETH'), disposals]).toEqual([`3 ${cost} 0`, []]);
    expect(book.flows.map(({ worth }) => format(worth))).toEqual([
      format(worthAt('ETH', amount('4'), 1)),
      format(-worthAt('ETH', amount('1'), 2)),
    ]);
  });

  it('counts the fee of a withdrawal as a loss, and only the rest as gone out', () => {
    const { book, disposals } = given(START, { give: [['USDT', '101']], fee: ['USDT', '1'] });
    expect([pool(book, 'USDT'), format(book.netFlows)]).toEqual(['899 899 -1', '900']);
    expect(disposals.map(tax)).toEqual(['1 0 1 0 -1']);
  });

  it('takes a dividend as a gain of the share that paid it, not as money from outside', () => {
    const { book, disposals } = given(START, BUY, { get: [['USDT', '3']], incomeOf: 'BTC' });
    expect(disposals.map(({ kind, asset, gain }) => `${kind} ${asset} ${format(gain)}`)).toEqual([
      'disposal USDT 0',
      'income USDT 3',
    ]);
    expect([pool(book, 'BTC'), pool(book, 'USDT')]).toEqual(['2 100.1 3', '902.9 902.9 0']);
    expect([format(book.netFlows), format(book.realised), book.flows.length]).toEqual(['1000', '3', 1]);
  });

  it('counts interest as income and a penalty that came with it as a charge', () => {
    const redeemed: Happens = { give: [['USDT', '50']], get: [['USDT', '4']], fee: ['USDT', '50'], incomeOf: 'USDT' };
    const { book, disposals } = given(START, redeemed);
    expect(disposals.map((line) => `${line.kind} ${tax(line)}`)).toEqual(['income 4 4 0 0 4', 'charge 50 0 50 0 -50']);
    expect([pool(book, 'USDT'), format(book.netFlows), format(book.fees)]).toEqual(['954 954 -46', '1000', '50']);
  });

  it('takes what contracts and options brought as gain or loss, not as money from outside, and fees apart', () => {
    const { book, disposals } = given(
      START,
      { get: [['USDT', '92']], result: true },
      { give: [['USDT', '100']], result: true },
      { get: [['USDT', '10']], give: [['USDT', '3']], fee: ['USDT', '3'], result: true },
      { give: [['USDT', '7']], fee: ['USDT', '2'], result: true },
    );
    expect(disposals.map((line) => `${line.kind} ${tax(line)}`)).toEqual([
      'result 92 92 0 0 92',
      'result 100 0 100 0 -100',
      'result 10 10 0 0 10',
      'charge 3 0 3 0 -3',
      'result 5 0 5 0 -5',
      'charge 2 0 2 0 -2',
    ]);
    expect([pool(book, 'USDT'), format(book.netFlows), format(book.fees)]).toEqual(['992 992 -8', '1000', '5']);
    expect(book.flows).toHaveLength(1);
  });

  it('gives more shares the cost of the old ones, and sells the fraction for what it was paid', () => {
    const more = given(START, BUY, { get: [['BTC', '18']], split: ['BTC', '18', '0'] });
    expect(pool(more.book, 'BTC')).toBe('20 100.1 0');
    const fewer: Happens = { give: [['BTC', '1.5']], get: [['USDT', '10']], split: ['BTC', '-1.4', '0.1'] };
    const { book } = given(START, BUY, fewer);
    expect(pool(book, 'BTC')).toBe('0.5 83.416666666666666666 -6.683333333333333334');
    expect([format(book.netFlows), book.flows.length]).toEqual(['1000', 1]);
  });

  it('takes what a wire paid as the cost of what it bought', () => {
    const { book } = given({ get: [['USDT', '500']], paid: '505' });
    expect([pool(book, 'USDT'), format(book.netFlows)]).toEqual(['500 505 0', '505']);
    expect(book.flows.map(({ worth }) => format(worth))).toEqual(['500']);
  });

  it('converts at what was given: several balances into one coin, each with its own gain', () => {
    const { book, disposals } = given(
      { get: [['ETH', '1']] },
      { get: [['LTC', '1']] },
      {
        give: [
          ['ETH', '1'],
          ['LTC', '1'],
        ],
        get: [['USDT', '30']],
      },
    );
    expect(disposals.map(({ asset }) => asset)).toEqual(['ETH', 'LTC']);
    expect(format(disposals.reduce((sum, { proceeds }) => sum + proceeds, ZERO))).toBe('30');
    expect(pool(book, 'USDT')).toBe('30 30 0');
  });

  it('begins a new holding after everything was sold', () => {
    const sale: Happens = { give: [['BTC', '2']], get: [['USDT', '90']] };
    const { book } = given(START, BUY, sale, BUY);
    expect([pool(book, 'BTC'), book.pools.get('BTC')?.since]).toEqual(['2 100.1 -10.1', 4]);
  });

  it('halts where more is given than was held, because no ledger allows it', () => {
    expect(() => given(START, { give: [['USDT', '1001']] })).toThrow('more USDT was given than was held');
  });
});

/** Steps of chance that the ledger would allow: they give shares of what is held, whatever is held by then. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('deposit', 'withdraw', 'buy', 'sell', 'convert', 'wire', 'win', 'lose'),
    coin: fc.constantFrom('BTC', 'ETH', 'LTC'),
    share: fc.integer({ min: 1, max: 100 }),
    quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
  }),
  { maxLength: 40 },
);
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never)[number];

function played(all: readonly Step[]): OwnerChange[] {
  const held = new Map<string, Amount>();
  const of = (asset: string) => held.get(asset) ?? ZERO;
  const found: OwnerChange[] = [];
  for (const [index, step] of all.entries()) {
    const { kind, coin, share } = step;
    const quantity = BigInt(step.quantity) * 10n ** 10n;
    const part = (asset: string) => (of(asset) * BigInt(share)) / 100n;
    const happens: Happens = happened(kind, coin, part, quantity, index + 1);
    const [change] = changes(happens);
    if (change === undefined || change.given.some((leg) => leg.amount <= ZERO)) continue;
    for (const { asset, amount: gone } of change.given) held.set(asset, of(asset) - gone);
    for (const { asset, amount: come } of change.received) held.set(asset, of(asset) + come);
    found.push({ ...change, at: index + 1, position: index + 1 });
  }
  return found;
}

function happened(
  kind: Step['kind'],
  coin: string,
  part: (asset: string) => Amount,
  quantity: Amount,
  at: number,
): Happens {
  const fee = (sum: Amount): Amount => sum / 1000n;
  switch (kind) {
    case 'deposit':
      return { get: [[coin, format(quantity)]] };
    case 'wire':
      return { get: [['USDT', format(quantity)]], paid: format((quantity * 101n) / 100n) };
    case 'win':
      return { get: [['USDT', format(quantity)]], result: true };
    case 'lose':
      return { give: [['USDT', format(part('USDT'))]], fee: ['USDT', format(fee(part('USDT')))], result: true };
    case 'withdraw':
      return { give: [[coin, format(part(coin))]], fee: [coin, format(fee(part(coin)))] };
    case 'buy':
      return {
        give: [['USDT', format(part('USDT'))]],
        get: [[coin, format(quantity)]],
        fee: ['USDT', format(fee(part('USDT')))],
      };
    case 'sell': {
      const gross = worthAt(coin, part(coin), at);
      return {
        give: [[coin, format(part(coin))]],
        get: [['USDT', format(gross - fee(gross) + 1n)]],
        fee: ['USDT', format(fee(gross))],
      };
    }
    case 'convert':
      return { give: [[coin, format(part(coin))]], get: [['DOT', format(quantity)]] };
  }
}

/** The obvious reference: from the first change each time, in long decimals, with nothing kept in between. */
function naive(all: readonly OwnerChange[], asset: string): { cost: Decimal; realised: Decimal } {
  const Long = Decimal.clone({ precision: 120 });
  let [quantity, cost, realised] = [new Long(0), new Long(0), new Long(0)];
  const text = (value: Amount) => new Long(format(value));
  for (const { given, received, fee, paidUsdt, at, isResult } of all) {
    const gone = given.find((leg) => leg.asset === asset);
    const come = received.find((leg) => leg.asset === asset);
    const got = received.find((leg) => leg.asset === 'USDT');
    const worth = (leg: Leg) => text(leg.asset === 'USDT' ? leg.amount : worthAt(leg.asset, leg.amount, at));
    if (gone !== undefined) {
      const taken = cost.times(text(gone.amount)).div(quantity);
      const brought = got === undefined ? worth(gone) : text(got.amount);
      const feePart = received.length === 0 && fee !== null ? taken.times(text(fee.amount)).div(text(gone.amount)) : 0;
      const lost = isResult ? taken : feePart;
      realised = received.length === 0 ? realised.minus(lost) : realised.plus(brought).minus(taken);
      [quantity, cost] = [quantity.minus(text(gone.amount)), cost.minus(taken)];
    }
    if (come === undefined) continue;
    if (isResult) realised = realised.plus(text(come.amount));
    const [paidWith] = given;
    const outside = paidUsdt === null ? worth(come) : text(paidUsdt);
    const inside = got === undefined && paidWith !== undefined ? worth(paidWith) : text(come.amount);
    [quantity, cost] = [quantity.plus(text(come.amount)), cost.plus(paidWith === undefined ? outside : inside)];
  }
  return { cost, realised };
}

describe('whatever happens', () => {
  it('realised and unrealised gains are the value now less the net flows at cost, to the last digit', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const book = new CostBook(worthAt);
        for (const change of played(all)) book.apply(change);
        const now = all.length + 1;
        let [unrealised, value] = [ZERO, ZERO];
        for (const [asset, { quantity, cost }] of book.pools) {
          const worth = worthAt(asset, quantity, now);
          value += worth;
          unrealised += worth - cost;
        }
        expect(format(book.realised + unrealised)).toBe(format(value - book.netFlows));
      }),
      { numRuns: 300 },
    );
  });

  it('the gains of all disposals are the realised gains, and a pool without coins costs nothing', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const book = new CostBook(worthAt);
        const gains = played(all).flatMap((change) => book.apply(change).map(({ gain }) => gain));
        expect(format(gains.reduce((sum, gain) => sum + gain, ZERO))).toBe(format(book.realised));
        for (const { quantity, cost } of book.pools.values()) {
          expect(quantity >= ZERO && cost >= ZERO).toBe(true);
          if (quantity === ZERO) expect(cost).toBe(ZERO);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with the reference that reckons from the beginning in long decimals', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const changed = played(all);
        const book = new CostBook(worthAt);
        for (const change of changed) book.apply(change);
        for (const [asset, { cost, realised }] of book.pools) {
          const wanted = naive(changed, asset);
          const near = (found: Amount, reference: Decimal) =>
            new Decimal(format(found)).minus(reference).abs().lessThan('1e-12');
          expect([asset, near(cost, wanted.cost), near(realised, wanted.realised)]).toEqual([asset, true, true]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
