import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bracketsAt } from '../../../../shared/margin-brackets.js';
import { isLiquidated, marginBrackets } from '../../../../shared/margin.js';
import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import { verifyRows } from '../../../audit/history.check.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import type { PositionSide } from '../../../trading/matching/book.js';
import type { MarginPolicy } from '../../../trading/venue/order.commands.js';
import { contractFeature } from '../contract.feature.js';
import { contractKind } from '../contract.product.js';
import {
  funded,
  leverage,
  liquidation,
  MARGIN,
  mode,
  nextBeat,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  quiz,
  SYMBOL,
  world,
  type World,
} from '../contract.testkit.js';
import { fundingKind } from '../funding/funding.state.js';
import type { LiquidationAnswer } from './liquidation.commands.js';
import type { PositionDeleveraged, PositionFacts } from '../position/position.events.js';
import { settledAt } from '../position/position.rules.js';
import { contractOf, positionKind } from '../position/position.state.js';

const LOT = amount('0.001');
const CENT = amount('0.01');
const TERMS = { brackets: marginBrackets(MARGIN.brackets), takerRate: amount('0.0005') };
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const SIDES = ['long', 'short'] as const;

const balanceOf = ({ realm }: World, account: string): Amount => amount(realm.balance(account, 'USDT'));
const contractFor = ({ realm }: World, person: string) =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL);
const available = (played: World) =>
  people.map((person) => amount(played.funds(ownerOf(person), 'USDT', 'contract').split(' ')[0] as string));

const trade = fc.record({
  type: fc.constant('trade' as const),
  person: fc.constantFrom(...people),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 30_000 }),
  /** In hundredths of the mark. */
  price: fc.integer({ min: 93, max: 107 }),
  leverage: fc.constantFrom(3, 10, 50, 100),
  positionSide: fc.constantFrom<PositionSide>('long', 'short'),
});
/** The mark jumps by so many hundredths, and agents quote so many ticks away from it, or nearly nothing. */
const jump = fc.record({
  type: fc.constant('jump' as const),
  by: fc.integer({ min: -30, max: 30 }),
  away: fc.integer({ min: 1, max: 2_000 }),
  depth: fc.constantFrom(1, 500, 100_000),
});
const funding = fc.record({ type: fc.constant('funding' as const), index: fc.integer({ min: -800, max: 800 }) });
type Step = typeof trade | typeof jump | typeof funding extends fc.Arbitrary<infer Each> ? Each : never;
const steps = fc.array(fc.oneof({ weight: 5, arbitrary: trade }, { weight: 3, arbitrary: jump }, funding), {
  maxLength: 30,
}) as fc.Arbitrary<Step[]>;
const funds = fc.record({ openingUsdt: fc.constantFrom('0', '3', '1000'), eventMaxUsdt: fc.constantFrom('1', '500') });
type Fund = typeof funds extends fc.Arbitrary<infer Each> ? Each : never;

/** Liquidates whom the mark has reached, until nobody is. Who buys from one may be the next. */
function liquidateAll(played: World, fund: Fund, gap: MarginPolicy['gap'] = null): void {
  for (let before = -1; before < played.realm.events.length;) {
    before = played.realm.events.length;
    liquidateOnce(played, fund, gap);
  }
}

/** In one beat, with a look at every step. */
function liquidateOnce(played: World, fund: Fund, gap: MarginPolicy['gap']): void {
  const beat = nextBeat();
  for (const person of people)
    for (const side of SIDES)
      for (let step: LiquidationAnswer['step'] = 'reduce'; step === 'reduce' || step === 'cancel-orders';) {
        const before = available(played);
        const outcome = played.when(liquidation(person, side, { beat, fund, gap }));
        step = (outcome.answer as LiquidationAnswer).step;
        looksRight(outcome.events, fund);
        // It takes from margins alone.
        available(played).forEach((after, at) => expect(after).toBeGreaterThanOrEqual(before[at] as Amount));
      }
}

function looksRight(events: readonly { readonly type: string; readonly data: unknown }[], { eventMaxUsdt }: Fund) {
  const ranks: PositionDeleveraged[] = [];
  for (const { type, data } of events) {
    if (type === 'PositionDeleveraged') ranks.push(data as PositionDeleveraged);
    if (type === 'PositionClosed' || type === 'PositionReduced') {
      const { released, cause, shortfall } = data as PositionFacts['PositionClosed'];
      expect(amount(released)).toBeGreaterThanOrEqual(ZERO);
      if (cause !== 'order') expect(shortfall).toBe('0');
    }
    if (type !== 'PositionLiquidated') continue;
    const done = data as PositionFacts['PositionLiquidated'];
    if (done.step !== 'take-over') continue;
    expect(-amount(done.fundGain)).toBeLessThanOrEqual(amount(eventMaxUsdt));
    expect(done.insuredLots + done.agentLots + done.deleveragedLots).toBe(done.lots);
  }
  ranks.forEach(({ place, score }, at) => {
    expect(place).toBe(at + 1);
    if (at > 0) expect(amount(score)).toBeLessThanOrEqual(amount((ranks[at - 1] as PositionDeleveraged).score));
  });
}

function play(chosen: 'hedge' | 'one-way', moves: readonly Step[], fund: Fund) {
  const market = new PerpetualMarket();
  const played = world(market);
  for (const person of people) {
    played.and(quiz(person));
    played.when(mode(person, chosen));
  }
  for (const move of moves) {
    if (move.type === 'funding') played.and(funded(format(BigInt(move.index) * CENT)));
    else if (move.type === 'trade') {
      const { person, side, lots, price, positionSide } = move;
      played.when(leverage(person, move.leverage));
      const at = format(BigInt(Math.round((market.mark * price) / 100)) * CENT);
      const own = chosen === 'hedge' ? positionSide : ('both' as const);
      played.when(order(person, side, format(BigInt(lots) * LOT), at, { positionSide: own }));
      continue;
    } else {
      market.mark = Math.min(1_000_000, Math.max(100, Math.round((market.mark * (100 + move.by)) / 100)));
      Object.assign(market, { away: Math.min(move.away, market.mark - 1), depth: move.depth });
    }
    liquidateAll(played, fund);
  }
  liquidateAll(played, fund);
  return { played, market, mark: BigInt(market.mark) * CENT };
}

/** Users' lots by book and by position, and what the clearing account owes. */
function booksAgree(played: World): void {
  const { positions } = played.realm.state(contractKind, SYMBOL).book;
  let cost = ZERO;
  for (const person of people) {
    const { long, short } = contractFor(played, person);
    const known = positions?.of(ownerOf(person)) ?? { long: 0, short: 0, both: 0 };
    expect([long?.lots ?? 0, short?.lots ?? 0]).toEqual([
      known.long + Math.max(0, known.both),
      known.short + Math.max(0, -known.both),
    ]);
    cost += (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
  }
  expect(balanceOf(played, HOUSE.contractClearing.account)).toBe(cost);
}

describe('whatever people trade, and however the mark jumps', () => {
  it.each(['hedge', 'one-way'] as const)(
    'in %s mode: zero sums, no loss beyond the margin, a fund that is never negative, and nobody left who is reached',
    (chosen) => {
      fc.assert(
        fc.property(steps, funds, (moves, fund) => {
          const { played, mark } = play(chosen, moves, fund);
          expect(verifyRows('demo', played.realm.rows, [...kinds, GIVEN])).toEqual([]);
          expect(balanceOf(played, HOUSE.contractInsurance.account)).toBeGreaterThanOrEqual(ZERO);
          booksAgree(played);
          const { index } = played.realm.state(fundingKind, SYMBOL);
          for (const person of people)
            for (const side of SIDES) {
              const holding = contractFor(played, person)[side];
              if (holding === null) continue;
              expect(isLiquidated(settledAt(holding, LOT, index).position, mark, TERMS)).toBe(false);
            }
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe('whatever people trade before a close', () => {
  it.each(['hedge', 'one-way'] as const)(
    'in %s mode: whose margin does not cover the gap is reduced until it does, and pays for nothing but its own lots',
    (chosen) => {
      fc.assert(
        fc.property(steps, fc.integer({ min: 1, max: 4_000 }), (moves, rate) => {
          const fund = { openingUsdt: '1000', eventMaxUsdt: '500' } as const;
          const { played, market, mark } = play(chosen, moves, fund);
          // Agents take all of it at a cent.
          Object.assign(market, { away: 1, depth: 1_000_000 });
          const gap = {
            raisesAt: 0,
            closesAt: 1,
            opensAt: Number.MAX_SAFE_INTEGER,
            rate: format(BigInt(rate) * amount('0.0001')),
          };
          liquidateAll(played, fund, gap);
          expect(verifyRows('demo', played.realm.rows, [...kinds, GIVEN])).toEqual([]);
          booksAgree(played);
          const terms = { ...TERMS, brackets: bracketsAt(MARGIN.brackets, gap, 0) };
          const { index } = played.realm.state(fundingKind, SYMBOL);
          for (const person of people)
            for (const side of SIDES) {
              const holding = contractFor(played, person)[side];
              if (holding === null) continue;
              expect(isLiquidated(settledAt(holding, LOT, index).position, mark, terms)).toBe(false);
            }
        }),
        { numRuns: 100 },
      );
    },
  );
});
