import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format } from '../../../../shared/money.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { KnownContracts } from '../delivery/contract-period.testkit.js';
import {
  leverage,
  liquidation,
  margin,
  mode,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  protection,
  quiz,
  SYMBOL,
  warning,
} from '../contract.testkit.js';
import { fundingKind } from '../funding/funding.state.js';
import type { LiquidationAnswer } from '../liquidation/liquidation.commands.js';
import { contractFindings, contractStory, FUND, fundingSteps, type ContractStory } from './contract-check.testkit.js';

const LOT = amount('0.001');
const SECOND_MS = 1_000;
const SIDES = ['long', 'short'] as const;
const person = fc.constantFrom(...people);
const side = fc.constantFrom(...SIDES);

const trade = fc.record({
  type: fc.constant('trade' as const),
  person,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 30_000 }),
  price: fc.integer({ min: 93, max: 107 }),
  leverage: fc.constantFrom(3, 10, 50, 100),
  positionSide: side,
});
const jump = fc.record({
  type: fc.constant('jump' as const),
  by: fc.integer({ min: -30, max: 30 }),
  away: fc.integer({ min: 1, max: 2_000 }),
  depth: fc.constantFrom(1, 500, 100_000),
});
const funding = fc.record({
  type: fc.constant('funding' as const),
  rate: fc.integer({ min: -3_000_000, max: 3_000_000 }),
  posted: fc.constantFrom(people, people.slice(1), []),
});
const posts = fc.record({ type: fc.constant('post' as const), posted: fc.subarray([...people]) });
const margins = fc.record({
  type: fc.constant('margin' as const),
  person,
  side,
  change: fc.integer({ min: -50, max: 50 }),
});
const action = fc.record({ type: fc.constant('dividend' as const), perShare: fc.integer({ min: 1, max: 400 }) });
const protects = fc.record({
  type: fc.constant('protect' as const),
  person,
  side,
  gain: fc.option(fc.integer({ min: 1, max: 20 })),
  loss: fc.option(fc.integer({ min: 1, max: 8 })),
});
type Arbitraries =
  | typeof posts
  | typeof protects
  | typeof trade
  | typeof jump
  | typeof funding
  | typeof margins
  | typeof action;
type Step = Arbitraries extends fc.Arbitrary<infer Each> ? Each : never;
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: trade },
    { weight: 3, arbitrary: jump },
    funding,
    posts,
    margins,
    action,
    protects,
  ) as fc.Arbitrary<Step>,
  { maxLength: 30 },
);

class Played {
  readonly facts = new KnownContracts();
  readonly market = new PerpetualMarket();
  readonly story: ContractStory;
  private now = 1_000_000;
  private actions = 0;

  constructor(private readonly mode: 'hedge' | 'one-way') {
    this.story = contractStory(this);
    for (const each of people) {
      this.story.when(quiz(each));
      this.story.when(mode === 'hedge' ? quiz(each) : modeOf(each));
    }
  }

  step(move: Step): void {
    // Beats and instants rise together, so that each step is later than the one before.
    this.now += SECOND_MS;
    const { story, market } = this;
    const whole = { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: false };
    if (move.type === 'trade') {
      story.when(at(this.now, leverage(move.person, move.leverage)));
      const price = format((BigInt(market.mark * move.price) * amount('0.01')) / 100n);
      const positionSide = this.mode === 'hedge' ? move.positionSide : 'both';
      story.when(at(this.now, order(move.person, move.side, format(BigInt(move.lots) * LOT), price, { positionSide })));
    } else if (move.type === 'protect') {
      const sign = move.side === 'long' ? 1 : -1;
      const away = (percent: number) => format((BigInt(market.mark * (100 + sign * percent)) / 100n) * amount('0.01'));
      const prices = {
        ...(move.gain !== null && { takeProfit: away(move.gain) }),
        ...(move.loss !== null && { stopLoss: away(-move.loss) }),
      };
      story.when(at(this.now, protection(move.person, move.side, prices)));
    } else if (move.type === 'jump') {
      market.mark = Math.min(1_000_000, Math.max(100, Math.round((market.mark * (100 + move.by)) / 100)));
      Object.assign(market, { away: Math.min(move.away, market.mark - 1), depth: move.depth });
    } else if (move.type === 'funding') {
      const rate = BigInt(move.rate) * amount('0.00000001');
      this.facts.fundings.push({ at: this.now, rate, premium: rate, mark: amount('0.01') * BigInt(market.mark) });
      for (const each of fundingSteps(this.now, move.posted)) story.when(each);
    } else if (move.type === 'post') {
      const { dueAt } = story.realm.state(fundingKind, SYMBOL);
      const isLast = move.posted.length === people.length;
      const data = { symbol: SYMBOL, ownerIds: move.posted.map(ownerOf), postedDueAt: isLast ? dueAt : null };
      story.when(at(this.now, { type: 'PostFunding', data }));
    } else if (move.type === 'margin') story.when(at(this.now, margin(move.person, move.side, `${move.change}`)));
    else {
      const data = {
        ...whole,
        actionId: `a-${(this.actions += 1)}`,
        perShare: format(BigInt(move.perShare) * amount('0.01')),
      };
      story.and(at(this.now, { type: 'PassDividend', data }));
    }
    this.liquidateAll();
  }

  private liquidateAll(): void {
    const { story } = this;
    for (let before = -1; before < story.realm.events.length;) {
      before = story.realm.events.length;
      this.now += SECOND_MS;
      const beat = this.now / 250;
      for (const each of people)
        for (const reached of SIDES) {
          for (let step: LiquidationAnswer['step'] = 'reduce'; step === 'reduce' || step === 'cancel-orders';)
            step = (
              story.when(at(this.now, liquidation(each, reached, { beat, fund: FUND }))).answer as LiquidationAnswer
            ).step;
          story.when(at(this.now, warning(each, reached, { beat })));
        }
    }
  }
}

const modeOf = (each: string) => mode(each, 'one-way');

describe('whatever people trade, pay and lose', () => {
  it.each(['hedge', 'one-way'] as const)('in %s mode the audit of contracts reckons every figure alike', (chosen) => {
    fc.assert(
      fc.property(steps, (moves) => {
        const played = new Played(chosen);
        for (const move of moves) played.step(move);
        expect(contractFindings(played.story.realm.events)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
