import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { marginBalance } from '../../../shared/margin.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { PositionSide } from '../../trading/matching/book.js';
import {
  advance,
  amend,
  leverage,
  liquidation,
  margin,
  mode,
  nextBeat,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  protection,
  quiz,
  SYMBOL,
  world,
  type World,
} from './contract.testkit.js';
import { contractKind } from './contract.product.js';
import type { LiquidationAnswer } from './liquidation/liquidation.commands.js';
import { openPosition } from './position/position.rules.js';
import { contractOf, positionKind } from './position/position.state.js';

const [LOT, CENT] = [amount('0.001'), amount('0.01')];
const SIDES = ['long', 'short'] as const;
const ticks = (price: number): string => format(BigInt(price) * CENT);
const person = fc.constantFrom(...people);
/** In ticks from the mark: few prices, so that orders meet. */
const away = fc.constantFrom(-600, -150, -20, 0, 20, 150, 600);
const kind = fc.constantFrom(
  'limit',
  'limit',
  'limit',
  'market',
  'stop',
  'stop-limit',
  'take-profit',
  'take-profit-limit',
);

const trade = fc.record({
  type: fc.constant('trade' as const),
  person,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  positionSide: fc.constantFrom<PositionSide>('long', 'short'),
  reduceOnly: fc.boolean(),
  lots: fc.constantFrom(1, 4_000, 10_000, 30_000),
  leverage: fc.constantFrom(10, 50, 100, 100),
  kind,
  trigger: fc.constantFrom('last' as const, 'index' as const, 'mark' as const),
  away,
  stopAway: away,
  /** A take-profit and a stop-loss that come with its fills, in ticks from its own price. */
  attached: fc.option(fc.record({ gain: fc.constantFrom(5, 150), loss: fc.constantFrom(5, 20, 150, 600) })),
});
const amends = fc.record({ type: fc.constant('amend' as const), person, away, pick: fc.nat({ max: 5 }) });
const adjusts = fc.record({
  type: fc.constant('adjust' as const),
  person,
  side: fc.constantFrom(...SIDES),
  by: fc.integer({ min: -300, max: 300 }),
});
/** The pair of a whole position, in ticks from the mark. */
const protects = fc.record({
  type: fc.constant('protect' as const),
  person,
  side: fc.constantFrom(...SIDES),
  gain: fc.option(fc.constantFrom(5, 150, 600)),
  loss: fc.option(fc.constantFrom(5, 20, 150, 600)),
  trigger: fc.constantFrom('last' as const, 'index' as const, 'mark' as const),
});
/** The mark goes less far at a time than a position is liquidated before its bankruptcy, or stays where it is. */
const moves = fc.record({
  type: fc.constant('move' as const),
  by: fc.integer({ min: -30, max: 30 }),
  times: fc.integer({ min: 1, max: 12 }),
});
/** How far the agents quote from the mark, and how much. */
const quotes = fc.record({
  type: fc.constant('quotes' as const),
  away: fc.integer({ min: 1, max: 100 }),
  depth: fc.constantFrom(0, 0, 200, 5_000),
});
const steps = fc.array(
  fc.oneof({ weight: 6, arbitrary: trade }, { weight: 3, arbitrary: moves }, amends, adjusts, quotes, protects),
  { minLength: 8, maxLength: 40, size: 'max' },
);
type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;

const positionsOf = ({ realm }: World, name: string) => contractOf(realm.state(positionKind, ownerOf(name)), SYMBOL);

/** What all of them have, if every position is worth what is left of its margin. */
function wealth(played: World, { mark }: PerpetualMarket): Amount {
  let sum = ZERO;
  for (const name of people) {
    const { long, short } = positionsOf(played, name);
    for (const place of ['available', 'frozen'] as const)
      sum += amount(played.realm.balance(userAccount(ownerOf(name), 'contract', place), 'USDT'));
    for (const holding of [long, short]) {
      if (holding === null) continue;
      const worth = marginBalance(openPosition(holding, LOT, ZERO), BigInt(mark) * CENT);
      sum += (worth > ZERO ? worth : ZERO) - holding.margin;
    }
  }
  return sum;
}

const netLots = (played: World): number =>
  people.reduce((net, name) => {
    const { long, short } = positionsOf(played, name);
    return net + (long?.lots ?? 0) - (short?.lots ?? 0);
  }, 0);

/** One beat: liquidations by its mark, then triggers and quotes. */
function beat(played: World): void {
  const liquidated = nextBeat();
  for (const name of people)
    for (const side of SIDES)
      for (let step: LiquidationAnswer['step'] = 'reduce'; step === 'reduce' || step === 'cancel-orders';)
        step = (played.when(liquidation(name, side, { beat: liquidated })).answer as LiquidationAnswer).step;
  played.when(advance());
}

function levelOf(
  { side, kind: type, away: from, stopAway }: Extract<Step, { type: 'trade' }>,
  { gain, loss }: { readonly gain: number; readonly loss: number },
  mark: number,
): string {
  const entry = type === 'market' ? mark : mark + (type === 'stop' || type === 'take-profit' ? stopAway : from);
  const sign = side === 'buy' ? 1 : -1;
  return `50:${ticks(entry + sign * gain)}:${ticks(entry - sign * loss)},50::${ticks(entry - sign * loss)}`;
}

function carryOut(
  played: World,
  market: PerpetualMarket,
  chosen: 'hedge' | 'one-way',
  step: Exclude<Step, { type: 'move' }>,
) {
  if (step.type === 'quotes') return void Object.assign(market, { away: step.away, depth: step.depth });
  const { person: name } = step;
  if (step.type === 'adjust') return void played.when(margin(name, step.side, format(BigInt(step.by) * amount('0.1'))));
  if (step.type === 'protect') {
    const sign = step.side === 'long' ? 1 : -1;
    return void played.when(
      protection(name, step.side, {
        ...(step.gain !== null && { takeProfit: ticks(market.mark + sign * step.gain) }),
        ...(step.loss !== null && { stopLoss: ticks(market.mark - sign * step.loss) }),
        trigger: step.trigger,
      }),
    );
  }
  if (step.type === 'amend') {
    const open = [...played.realm.state(contractKind, SYMBOL).book.ordersOf(ownerOf(name))].at(step.pick);
    if (open !== undefined) played.when(amend(name, open.orderId, { price: ticks(market.mark + step.away) }));
    return undefined;
  }
  played.when(leverage(name, step.leverage));
  const { attached } = step;
  const isMarket = ['market', 'stop', 'take-profit'].includes(step.kind);
  played.when(
    order(name, step.side, format(BigInt(step.lots) * LOT), ticks(market.mark + step.away), {
      positionSide: chosen === 'hedge' ? step.positionSide : 'both',
      reduceOnly: chosen === 'one-way' && step.reduceOnly,
      ...(isMarket && { market: true }),
      ...(step.kind.startsWith('take-profit') && { takesProfit: true }),
      ...(step.kind.includes('stop') || step.kind.includes('profit')
        ? { stopPrice: ticks(market.mark + step.stopAway), trigger: step.trigger }
        : {}),
      ...(attached !== null && { attached: levelOf(step, attached, market.mark), attachedTrigger: step.trigger }),
    }),
  );
  return undefined;
}

describe('whatever people agree to trade with each other', () => {
  it.each(['hedge', 'one-way'] as const)(
    'in %s mode they gain together no more than the mark moved on what they had open',
    (chosen) => {
      fc.assert(
        fc.property(steps, (played) => {
          const market = new PerpetualMarket();
          market.depth = 0;
          const house = world(market);
          for (const name of people) house.and(quiz(name)).when(mode(name, chosen));
          let most = wealth(house, market);
          for (const step of played) {
            if (step.type !== 'move') carryOut(house, market, chosen, step);
            else
              for (let time = 0; time < step.times; time += 1) {
                const before = market.mark;
                most += (BigInt(netLots(house) * step.by) * CENT * LOT) / amount('1');
                market.mark += step.by;
                market.range = { lowTicks: Math.min(before, market.mark), highTicks: Math.max(before, market.mark) };
                beat(house);
              }
            expect(wealth(house, market)).toBeLessThanOrEqual(most);
          }
        }),
        { numRuns: 150 },
      );
    },
  );
});
