import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeTiers, keptOf } from '../../../shared/fees.js';
import { feeTables, TABLE } from '../../../shared/fees.testkit.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { readPolicySeeds } from '../policy/policy-seeds.js';
import type { OrderMatched } from '../../trading/venue/book.facts.js';
import { feeTermsOf, volumeOwner } from '../../trading/venue/fee.rules.js';
import { spotKind } from './spot.state.js';
import { amend, limit, market, ownerOf, place, QuotedMarket, spot, SPOT_FEES, type Spot } from './spot.testkit.js';

const SEEDED = policySchemas['spot.fees'].parse(
  readPolicySeeds(join(import.meta.dirname, '..', '..', '..', 'seeds')).find(({ name }) => name === 'spot.fees')
    ?.values,
);
const feesOf = (tier: number, values = TABLE, version = 1) =>
  feeTermsOf({ name: 'spot.fees', version, values }, feeTiers(values)[tier]?.from ?? ZERO, 20_000);
const TOP = feesOf(7);
const LOWEST = feesOf(0);

const funds = (world: Spot, asset: string, user = 'alice') => world.funds(ownerOf(user), asset);
const earned = (world: Spot): Amount => amount(world.realm.balance(HOUSE.fees.account, 'USDT'));
const trades = (world: Spot): OrderMatched[] =>
  world.realm.events.flatMap(({ type, data }) => (type === 'SpotOrderMatched' ? [data as OrderMatched] : []));

describe('the fees of spot orders', () => {
  it('name tier, policy version and rate in each fill', () => {
    const world = spot()
      .and(place({ ...limit('buy', '1', '100'), fees: TOP }))
      .and(place({ ...market('buy', '1'), orderId: 'o-2' }, 'bob'))
      .and(place({ ...limit('sell', '1', '100'), orderId: 'o-3', fees: feesOf(1, TABLE, 4) }, 'bob'));
    expect(trades(world).at(-1)).toMatchObject({
      makerFee: '-0.005',
      takerFee: '0.1',
      makerTerms: { rate: '-0.00005', tier: 7, policyVersion: 1 },
      takerTerms: { rate: '0.001', tier: 1, policyVersion: 4 },
    });
  });

  it('pay a rebate to the maker out of what the taker pays', () => {
    const before = spot()
      .and(place({ ...limit('buy', '1', '100'), fees: TOP }))
      .and(place({ ...market('buy', '1'), orderId: 'o-2' }, 'bob'));
    const had = earned(before);
    const traded = before.and(place({ ...limit('sell', '1', '100'), orderId: 'o-3', fees: LOWEST }, 'bob'));
    expect([funds(traded, 'BTC'), funds(traded, 'USDT')]).toEqual(['1 0', '99900.005 0']);
    expect(format(earned(traded) - had)).toBe('0.095');
  });

  it('pay a rebate to a seller on top of the proceeds', () => {
    const agents = new QuotedMarket();
    const traded = spot(agents)
      .and(place({ ...market('buy', '1'), fees: { ...TOP, taker: '0' } }))
      .and(place({ ...limit('sell', '1', '102'), orderId: 'o-2', fees: TOP }))
      .and(agents.moves({ bids: [[10_200, 10_000]], asks: [[10_300, 10_000]] }));
    expect(funds(traded, 'USDT')).toBe('100001.0051 0');
  });

  it('let the market makers pay a rebate where one of their agents takes, and the house nothing', () => {
    const agents = new QuotedMarket();
    const rested = spot(agents).and(place({ ...limit('buy', '2', '98'), fees: TOP }));
    const filled = rested.and(agents.moves({ bids: [[9700, 10_000]], asks: [[9800, 10_000]] }));
    expect(funds(filled, 'USDT')).toBe('99804.0098 0');
    expect(trades(filled)).toMatchObject([{ makerFee: '-0.0098', takerFee: '0.0098', takerTerms: null }]);
    expect(earned(filled)).toBe(ZERO);
  });

  it('are held at the worse of both rates, so that a maker’s higher rate finds its money', () => {
    const fees = { ...SPOT_FEES, maker: '0.002' };
    const agents = new QuotedMarket();
    const rested = spot(agents).and(place({ ...limit('buy', '2', '98'), fees }));
    expect(funds(rested, 'USDT')).toBe('99803.608 196.392');
    const filled = rested.and(agents.moves({ bids: [[9700, 10_000]], asks: [[9800, 10_000]] }));
    expect(funds(filled, 'USDT')).toBe('99803.608 0');
  });

  it('stay with an order until it is amended, which takes the tier of that day', () => {
    const rested = spot().and(place({ ...limit('buy', '2', '98'), fees: TOP }));
    expect(funds(rested, 'USDT')).toBe('99803.9216 196.0784');
    const amended = rested.and(amend({ price: '97', fees: LOWEST }));
    expect(funds(amended, 'USDT')).toBe('99805.806 194.194');
    expect(amended.state.terms.get('o-1')?.rates).toMatchObject({ tier: 0, maker: amount('0.001') });
  });

  it('are kept by a snapshot', () => {
    const { state } = spot().and(place({ ...limit('buy', '2', '98'), fees: TOP }));
    const { snapshot } = spotKind;
    const saved: unknown = JSON.parse(JSON.stringify(snapshot?.save(state)));
    expect(snapshot?.load(saved, state.symbol).terms).toEqual(state.terms);
  });
});

/** One person with two accounts, in any tiers of any table that the policy takes. */
const selfTrades = fc.record({
  values: feeTables,
  trades: fc.array(
    fc.record({
      buyer: fc.constantFrom('alice', 'bob'),
      maker: fc.constantFrom('buy', 'sell'),
      tiers: fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })),
      lots: fc.integer({ min: 5, max: 900 }),
      cents: fc.integer({ min: 9_901, max: 10_099 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

describe('self-trading between own accounts', () => {
  it('brings no volume, and costs what the house keeps', () => {
    let met = 0;
    fc.assert(
      fc.property(selfTrades, ({ values, trades: planned }) => {
        const start = spot().and(
          place({ ...market('buy', '9'), fees: { ...SPOT_FEES, taker: '0' } }, 'alice'),
          place({ ...market('buy', '1'), orderId: 'o-bob', fees: { ...SPOT_FEES, taker: '0' } }, 'bob'),
        );
        const before = { earned: earned(start), trades: trades(start).length };
        let keeps = ZERO;
        for (const [n, { buyer, maker, tiers, lots, cents }] of planned.entries()) {
          const seller = buyer === 'alice' ? 'bob' : 'alice';
          const [first, second] = maker === 'buy' ? [buyer, seller] : [seller, buyer];
          const price = `${cents / 100}`;
          const quantity = `${lots / 1000}`;
          const order = (side: 'buy' | 'sell', id: string, tier: number) => ({
            ...limit(side, quantity, price),
            orderId: `o-${n}-${id}`,
            fees: feesOf(tier, values),
          });
          const rest = start.when(place(order(maker, 'maker', tiers[0]), first));
          // The seller may have sold out: then nothing rests that could be met.
          if (rest.refusal !== undefined) continue;
          start.when(place(order(maker === 'buy' ? 'sell' : 'buy', 'taker', tiers[1]), second));
        }
        for (const trade of trades(start).slice(before.trades)) {
          met += 1;
          expect(volumeOwner(trade)).toBeUndefined();
          const [makerFee, takerFee] = [amount(trade.makerFee), amount(trade.takerFee)];
          expect(makerFee + takerFee >= ZERO).toBe(true);
          keeps += makerFee + takerFee;
        }
        expect(earned(start) - before.earned).toBe(keeps);
        expect(keeps >= ZERO).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(met).toBeGreaterThan(40);
  });

  it('costs more than nothing in every pair of tiers of the seeded table, even with vouchers and own invitations', () => {
    const { voucherShare, invitationShare } = SEEDED;
    const kept = keptOf({ voucherShare: amount(voucherShare), invitationShare: amount(invitationShare) });
    const left = (rate: Amount): Amount => (rate > ZERO ? times(rate, kept, 'down') : rate);
    const tiers = feeTiers(SEEDED);
    for (const { maker } of tiers)
      for (const { taker } of tiers) expect(left(maker) + left(taker) >= amount('0.000075')).toBe(true);
  });
});
