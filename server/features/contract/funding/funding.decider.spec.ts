import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, times, ZERO } from '../../../../shared/money.js';
import { verifyRows } from '../../../audit/history.check.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { contractWorld, KnownContracts, type ContractWorld } from '../delivery/contract-period.testkit.js';
import { contractFeature } from '../contract.feature.js';
import { contractKind } from '../contract.product.js';
import { order, ownerOf, people, PerpetualMarket, SYMBOL } from '../contract.testkit.js';
import { fundingKind } from './funding.state.js';
import type { PositionFunded } from '../position/position.events.js';
import { contractOf, positionKind } from '../position/position.state.js';

const [HOUR_MS, OPENED_AT] = [3_600_000, 1_000_000];
const LOT = amount('0.001');
const due = (hours: number, rate: string, mark: string) => ({
  at: OPENED_AT + hours * HOUR_MS,
  rate: amount(rate),
  premium: amount(rate),
  mark: amount(mark),
});
const charge = (hours: number) => {
  const toMs = OPENED_AT + hours * HOUR_MS;
  return at(toMs, { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs } });
};
/** `isLastAt`: of these hours all have settled the funding then. */
const post = (persons: readonly string[] = people, isLastAt?: number) => ({
  type: 'PostFunding',
  data: {
    symbol: SYMBOL,
    ownerIds: persons.map(ownerOf),
    postedDueAt: isLastAt === undefined ? null : OPENED_AT + isLastAt * HOUR_MS,
  },
});
const position = ({ realm }: ContractWorld, person: string, side: 'long' | 'short') =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL)[side];
const margin = (played: ContractWorld, person: string, side: 'long' | 'short') =>
  format(position(played, person, side)?.margin ?? ZERO);
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: ContractWorld) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);

/** Ann is long 2 BTC at 100, bob short; both at 10 times. */
function opened(...fundings: ReturnType<typeof due>[]) {
  return openedIn(new PerpetualMarket(), fundings);
}

function openedIn(market: PerpetualMarket, fundings: readonly ReturnType<typeof due>[]) {
  const facts = new KnownContracts();
  facts.fundings.push(...fundings);
  return contractWorld({ facts, market }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
}

describe('a funding', () => {
  it('is written with all that it follows from, once, while somebody has a position', () => {
    const story = opened(due(8, '0.0001', '100'), due(16, '-0.0003', '110'));
    story.when(charge(7)).then();
    const first = { rate: '0.0001', premium: '0.0001', markPrice: '100', charge: '0.01', index: '0.01' };
    story
      .when(charge(8))
      .then({ type: 'ContractFunded', data: { symbol: SYMBOL, dueAt: OPENED_AT + 8 * HOUR_MS, ...first } });
    story.when(charge(8)).then();
    const second = { rate: '-0.0003', premium: '-0.0003', markPrice: '110', charge: '-0.033', index: '-0.023' };
    story
      .when(charge(20))
      .then({ type: 'ContractFunded', data: { symbol: SYMBOL, dueAt: OPENED_AT + 16 * HOUR_MS, ...second } });
  });

  it('is not written for the time in which nobody had a position', () => {
    const facts = new KnownContracts();
    facts.fundings.push(due(-8, '0.0001', '100'), due(0, '0.0001', '100'), due(8, '0.0001', '100'));
    const nobody = contractWorld({ facts });
    nobody.when(charge(9)).then();
    nobody
      .and(at(OPENED_AT + 9 * HOUR_MS, order('bob', 'sell', '2', '100')))
      .and(at(OPENED_AT + 9 * HOUR_MS, order('ann', 'buy', '2', '100')))
      .when(charge(10))
      .then();
    // Who opens at the very instant does not pay for it.
    opened(due(0, '0.0001', '100'))
      .when(charge(1))
      .then();
  });

  it('moves the notional at the mark times the rate from long to short, between their margins', () => {
    // "Funding Amount = Nominal Value of Positions × Funding Rate" (Binance, "Introduction to Funding Rates"): 2 × 110 × 0.01% = 0.022.
    const paid = opened(due(8, '0.0001', '110')).and(charge(8));
    paid.when(post()).then('PositionFunded', 'PositionFunded');
    expect(margin(paid, 'ann', 'long')).toBe('20.068');
    expect(margin(paid, 'bob', 'short')).toBe('20.132');
    expect(position(paid, 'ann', 'long')?.funding).toBe(amount('0.022'));
    expect(paid.funds(ownerOf('ann'), 'USDT', 'contract')).toBe('979.81 20.068');
    paid.when(post()).then();
    expect(audited(paid)).toEqual([]);
  });

  it('says which funding it settles, and what rounding leaves to agents', () => {
    // 0.001 × 110.0000037 × 0.01% = 0.00001100000037: who pays is rounded up to 0.00001101, who receives down to 0.000011.
    const facts = new KnownContracts();
    facts.fundings.push(due(8, '0.0001', '110.0000037'));
    const small = contractWorld({ facts }).and(
      order('bob', 'sell', '0.001', '100'),
      order('ann', 'buy', '0.001', '100'),
    );
    const settled = small.and(charge(8), post()).realm.events.filter(({ type }) => type === 'PositionFunded');
    const dueAt = OPENED_AT + 8 * HOUR_MS;
    expect(settled.map(({ data }) => data)).toMatchObject([
      { dueAt, paid: '0.00001101', rounding: '0.00000000999963' },
      { dueAt, paid: '-0.000011', rounding: '0.00000000000037' },
    ]);
  });

  it('moves from short to long where the rate is below zero', () => {
    const paid = opened(due(8, '-0.0001', '110')).and(charge(8), post());
    expect([margin(paid, 'ann', 'long'), margin(paid, 'bob', 'short')]).toEqual(['20.112', '20.088']);
  });

  it('is settled by the next event of the position, if that comes first', () => {
    const charged = opened(due(8, '0.0001', '110')).and(charge(8));
    const closing = order('ann', 'sell', '1', '99', { positionSide: 'long' });
    charged.when(closing).then('ContractOrderAccepted', 'ContractOrderMatched', 'PositionFunded', 'PositionReduced');
    charged.when(post(['ann', 'bob'])).then('PositionFunded');
    expect(audited(charged)).toEqual([]);
  });

  it('is posted when all have settled it, and the next one is not', () => {
    const charged = opened(due(8, '0.0001', '110'), due(16, '0.0001', '110')).and(charge(8), post(['ann']));
    const [first, second] = [8, 16].map((hours) => OPENED_AT + hours * HOUR_MS);
    charged.when(charge(9)).answers({ unpostedDueAt: first });
    charged.when(post(['bob', 'cid'], 8)).then('PositionFunded', 'ContractFundingPosted');
    charged.when(post([], 8)).then();
    charged.when(charge(10)).answers({ unpostedDueAt: null });
    charged.when(charge(16)).answers({ unpostedDueAt: second });
  });

  it('is not posted by those who settled it before the next one was charged', () => {
    const charged = opened(due(8, '0.0001', '110'), due(16, '0.0001', '110')).and(charge(8), post(['ann']), charge(16));
    charged.when(post(['bob'], 8)).then('PositionFunded');
    charged.when(post(['ann'], 16)).then('PositionFunded', 'ContractFundingPosted');
    expect(audited(charged)).toEqual([]);
  });

  it('takes no more than the margin, and the rest of the profit that comes back at the close', () => {
    // A tenth of 220 is 22, and 20.09 are there.
    const market = new PerpetualMarket();
    const paid = openedIn(market, [due(8, '0.1', '110')]).and(charge(8), post());
    expect(paid.realm.events.filter(({ type }) => type === 'PositionFunded').map(({ data }) => data)).toMatchObject([
      { paid: '20.09', shortfall: '1.91' },
      { paid: '-22', shortfall: '0' },
    ]);
    expect(paid.realm.balance(HOUSE.contractAgents.account, 'USDT')).toBe('-1.91');
    expect(paid.funds(ownerOf('ann'), 'USDT', 'contract')).toBe('979.81 0');
    expect(audited(paid)).toEqual([]);
    // Agents buy at 103: 6 more than she paid, and 1.91 of it she owes.
    market.mark = 10_400;
    const over = paid.and(order('ann', 'sell', '2', '103', { positionSide: 'long' }));
    expect(over.realm.events.filter(({ type }) => type === 'PositionClosed').map(({ data }) => data)).toMatchObject([
      { ownerId: ownerOf('ann'), fundingPaid: '1.91', shortfall: '0', after: { funding: '22', unpaid: '0' } },
    ]);
    expect(audited(over)).toEqual([]);
  });
});

describe('whatever people hold, and whatever rates come', () => {
  const trade = fc.record({
    person: fc.constantFrom(...people),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 2_999 }),
    positionSide: fc.constantFrom('long' as const, 'short' as const),
  });
  const round = fc.record({
    rate: fc.integer({ min: -30_000_000, max: 30_000_000 }),
    markTicks: fc.integer({ min: 1, max: 3_000_001 }),
    posted: fc.subarray([...people]),
    trades: fc.array(trade, { maxLength: 4 }),
  });

  it('sums are zero, receivers get no more than payers owe, and nobody pays beyond the margin', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 5 }), (rounds) => {
        const facts = new KnownContracts();
        const played = contractWorld({ facts });
        let exact = ZERO;
        for (const [hours, { rate, markTicks, posted, trades }] of rounds.entries()) {
          for (const { person, side, lots, positionSide } of trades)
            played.when(
              order(person, side, format(BigInt(lots) * LOT), side === 'buy' ? '101' : '99', { positionSide }),
            );
          const mark = BigInt(markTicks) * amount('0.000001');
          facts.fundings.push({ ...due(hours + 1, '0', '1'), rate: BigInt(rate) * amount('0.00000001'), mark });
          const before = played.realm.state(fundingKind, SYMBOL).index;
          played.and(charge(hours + 1));
          const { positions } = played.realm.state(contractKind, SYMBOL).book;
          const net = (positions?.open.long ?? 0) - (positions?.open.short ?? 0);
          exact += BigInt(net) * times(LOT, played.realm.state(fundingKind, SYMBOL).index - before, 'half-even');
          played.and(post(posted));
        }
        played.and(post(people, rounds.length));
        let owed = ZERO;
        for (const { type, data } of played.realm.events) {
          if (type !== 'PositionFunded') continue;
          const { paid, shortfall, after } = data as PositionFunded;
          expect(amount(after.margin)).toBeGreaterThanOrEqual(ZERO);
          expect(amount(shortfall)).toBeGreaterThanOrEqual(ZERO);
          if (amount(shortfall) > ZERO) expect(after.margin).toBe('0');
          owed += amount(paid) + amount(shortfall);
        }
        // Agents hold the other side of the users' lots: what they get covers what those lots pay.
        expect(owed).toBeGreaterThanOrEqual(exact);
        for (const person of people) {
          expect(played.funds(ownerOf(person), 'USDT', 'contract')).not.toMatch(/-|\.\d{9}/);
          for (const side of ['long', 'short'] as const) {
            const index = position(played, person, side)?.fundingIndex;
            if (index !== undefined) expect(index).toBe(played.realm.state(fundingKind, SYMBOL).index);
          }
        }
        expect(audited(played)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
