import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ONE, ZERO, type Amount } from '../../../shared/money.js';
import { verifyRows } from '../../audit/history.check.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { refuse } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { BookMarket } from '../../market/book-market.js';
import type { PositionSide } from '../../trading/matching/book.js';
import { contractFeature } from './contract.feature.js';
import { contractKind } from './contract.product.js';
import {
  funded,
  leverage,
  margin,
  mode,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  quiz,
  SYMBOL,
  world,
  type World,
} from './contract.testkit.js';
import { contractOf, positionKind } from './position/position.state.js';

const LOT = amount('0.001');

const positionsOf = ({ realm }: World, person: string) =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL);
function position(played: World, person: string, side: 'long' | 'short') {
  const holding = positionsOf(played, person)[side];
  if (holding === null) return null;
  const { lots, entryNotional, margin: held, fees, realised } = holding;
  return { lots, entry: format(entryNotional), margin: format(held), fees: format(fees), realised: format(realised) };
}
const money = (played: World, person: string) => played.funds(ownerOf(person), 'USDT', 'contract');
const house = ({ realm }: World, account: string): string => format(amount(`${realm.balance(account, 'USDT')}`));
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: World) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);

/** Signed entry cost of all open positions: what the clearing account owes. */
function openCost(played: World): Amount {
  const costs = people.map((person) => {
    const { long, short } = positionsOf(played, person);
    return (short?.entryNotional ?? ZERO) - (long?.entryNotional ?? ZERO);
  });
  return costs.reduce((sum, each) => sum + each, ZERO);
}

describe('an order of a contract', () => {
  it('holds initial margin at the worse of its price and the mark, and the fees of opening and closing', () => {
    // 2 x 100 / 10, and 0.05% of 200 and of 180 that a long may still be worth.
    expect(money(world().and(order('ann', 'buy', '2', '100')), 'ann')).toBe('979.81 20.19');
    // Below the mark of 100 it holds by the mark: it may be amended up to it.
    expect(money(world().and(order('ann', 'buy', '2', '95')), 'ann')).toBe('979.81 20.19');
    // A short may be worth 220 when its margin is lost.
    expect(money(world().and(order('ann', 'sell', '2', '100')), 'ann')).toBe('979.79 20.21');
    expect(money(world().and(quiz('ann'), leverage('ann', 100), order('ann', 'buy', '2', '100')), 'ann')).toBe(
      '997.801 2.199',
    );
  });

  it('holds what it would lose at once: a purchase above the mark is no gift to whom it buys from', () => {
    // 10.05 of margin, 0.5 below the mark, 0.05025 and 0.045225 of fees.
    expect(money(world().and(order('ann', 'buy', '1', '100.5')), 'ann')).toBe('989.354525 10.645475');
  });

  it('is refused when the margin is not there, and holds nothing when it only closes', () => {
    world()
      .when(order('ann', 'buy', '100', '100'))
      .then('order.insufficient-margin');
    const open = world().and(order('ann', 'buy', '2', '101'));
    const before = money(open, 'ann');
    expect(money(open.and(order('ann', 'sell', '2', '120', { positionSide: 'long' })), 'ann')).toBe(before);
  });

  it('is refused where its size is beyond what the leverage allows, and beyond the last bracket', () => {
    // Of 5,000 to 20,000 USDT at most 50 times.
    world()
      .and(quiz('ann'), leverage('ann', 100))
      .when(order('ann', 'buy', '50.1', '100'))
      .then('contract.leverage-above-bracket');
    const half = world().and(quiz('ann'), leverage('ann', 100), order('ann', 'buy', '49', '90'));
    half.when(order('ann', 'buy', '6', '100')).then('contract.leverage-above-bracket');
    half.when(order('ann', 'sell', '6', '100')).then('ContractOrderAccepted');
    const small = { margin: { brackets: [{ to: '500', leverageMax: 10, rate: '0.04' }] } };
    world()
      .when(order('ann', 'buy', '5.1', '100', small))
      .then('contract.position-limit');
  });

  it('is refused where users have as much open as the market bears', () => {
    const open = world().and(order('bob', 'sell', '1', '100'), order('ann', 'buy', '1', '100'));
    const few = { margin: { openInterestMax: 1_200 } };
    open.when(order('cid', 'buy', '0.21', '99', few)).then('contract.open-interest-full');
    open.when(order('cid', 'buy', '0.2', '99', few)).then('ContractOrderAccepted');
    open.when(order('ann', 'sell', '1', '120', { positionSide: 'long', ...few })).then('ContractOrderAccepted');
  });

  it('is refused where its owner has a quarter of what all may have: an order far away shuts nobody out', () => {
    const few = { margin: { openInterestMax: 4_000 } };
    const resting = world().and(order('ann', 'buy', '0.6', '60', few));
    resting.when(order('ann', 'buy', '0.41', '60', few)).then('contract.open-interest-full');
    resting.when(order('ann', 'buy', '0.4', '60', few)).then('ContractOrderAccepted');
    resting.when(order('bob', 'buy', '1', '90', few)).then('ContractOrderAccepted');
    resting.when(order('ann', 'sell', '1', '140', few)).then('ContractOrderAccepted');
  });

  it('follows the share that the policy says, and names its version', () => {
    const policy = { name: 'contract.rules', version: 2 };
    const half = { margin: { openInterestMax: 4_000, owners: { share: '0.50025', policy } } };
    const resting = world().and(order('bob', 'buy', '1', '90', half));
    const { refusal } = resting.when(order('ann', 'buy', '2.002', '60', half));
    const params = { field: 'quantity', maximum: '2.001', asset: 'BTC', policy: policy.name, version: 2 };
    expect(refusal).toMatchObject({ refusal: 'contract.open-interest-full', params });
    resting.when(order('ann', 'buy', '2.001', '60', half)).then('ContractOrderAccepted');
  });

  it('is refused where the risk class allows no more: margin on hold counts with all other products', () => {
    const principal = new OpenPrincipal([{ accounts: (ownerId) => [userAccount(ownerId, 'contract', 'frozen')] }]);
    const capped = { margin: { cap: { cap: '30', policy: { name: 'risk.caps', version: 1, inputs: {} } } } };
    const first = world(undefined, principal).and(order('ann', 'buy', '2', '100', capped));
    first.when(order('ann', 'buy', '1', '100', capped)).then('contract.cap-exceeded');
    first.when(order('ann', 'buy', '0.9', '100', capped)).then('ContractOrderAccepted');
  });
});

describe('a position', () => {
  it('opens long and short side by side, each with its own margin', () => {
    const both = world().and(order('ann', 'buy', '1', '101'), order('ann', 'sell', '2', '99'));
    // A hundredth above the mark is in its margin.
    expect(position(both, 'ann', 'long')).toEqual({
      lots: 1_000,
      entry: '101',
      margin: '11.14545',
      fees: '0.0505',
      realised: '0',
    });
    expect(position(both, 'ann', 'short')).toMatchObject({ lots: 2_000, entry: '198' });
    expect(audited(both)).toEqual([]);
  });

  it('tells what a fill did, in the order in which it did it', () => {
    const opened = world().and(order('bob', 'sell', '3', '100'));
    opened
      .when(order('ann', 'buy', '1', '100'))
      .then('ContractOrderAccepted', 'ContractOrderMatched', 'PositionOpened', 'PositionOpened');
    opened
      .when(order('ann', 'buy', '1', '100'))
      .then('ContractOrderAccepted', 'ContractOrderMatched', 'PositionIncreased', 'PositionIncreased');
    opened
      .when(order('ann', 'sell', '0.5', '99', { positionSide: 'long' }))
      .then('ContractOrderAccepted', 'ContractOrderMatched', 'PositionReduced');
  });

  it('pays what was won when it is closed, less both fees', () => {
    const closed = world()
      .and(order('bob', 'sell', '1', '100'), order('ann', 'buy', '1', '100'))
      .and(order('cid', 'buy', '1', '110'), order('ann', 'sell', '1', '109', { positionSide: 'long', market: true }));
    expect(position(closed, 'ann', 'long')).toBeNull();
    expect(audited(closed)).toEqual([]);
  });

  it('is paid its funding as it is closed, out of which the loss may be paid', () => {
    const closing = order('ann', 'sell', '1', '99', { positionSide: 'long' });
    const opened = world().and(order('bob', 'sell', '1', '100'), order('ann', 'buy', '1', '100'), funded('-3'));
    opened.when(closing).then('ContractOrderAccepted', 'ContractOrderMatched', 'PositionFunded', 'PositionClosed');
    // 3 of funding, less 1 of loss, and fees of 0.05 and 0.0495.
    expect(money(opened, 'ann')).toBe('1001.9005 0');
    expect(audited(opened)).toEqual([]);
  });

  it('turns in one-way mode: it closes what is open, and opens the rest', () => {
    const oneWay = { positionSide: 'both' } as const;
    const turned = world()
      .and(...people.map((person) => mode(person, 'one-way')))
      .and(order('bob', 'sell', '1', '100', oneWay), order('ann', 'buy', '1', '100', oneWay))
      .and(order('cid', 'buy', '3', '100', oneWay), order('ann', 'sell', '3', '100', oneWay));
    expect([position(turned, 'ann', 'long'), position(turned, 'ann', 'short')?.lots]).toEqual([null, 2_000]);
    expect(position(turned, 'cid', 'long')?.lots).toBe(3_000);
    expect(audited(turned)).toEqual([]);
  });

  it('is known to its book after a restart', () => {
    const opened = world().and(order('ann', 'buy', '1', '101'), order('bob', 'sell', '2', '100'));
    opened.realm.reload();
    expect(opened.realm.state(contractKind, SYMBOL).book.positions?.of(ownerOf('ann')).long).toBe(1_000);
    expect(position(opened, 'ann', 'long')?.lots).toBe(1_000);
  });
});

describe('what an owner chooses', () => {
  const opened = () => world().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));

  it('is the leverage of new orders, within what the size of the position allows', () => {
    world().and(quiz('ann')).when(leverage('ann', 101)).then('contract.leverage-out-of-range');
    world().when(leverage('ann', 10)).then('contract.leverage-unchanged');
    const before = position(opened(), 'ann', 'long');
    expect(position(opened().and(quiz('ann'), leverage('ann', 50)), 'ann', 'long')).toEqual(before);
  });

  it('needs the quiz from 20 times on, with every answer right', () => {
    world().when(leverage('ann', 20)).then('contract.quiz-needed');
    world().when(leverage('ann', 19)).then('PositionLeverageSet');
    world()
      .when(quiz('ann', [2, 3, 1, 2, 1]))
      .then('contract.quiz-failed');
    world()
      .when(quiz('ann', [2, 3, 1, 2, 3, 1]))
      .then('contract.quiz-failed');
    const passed = world().and(quiz('ann'));
    passed.when(leverage('ann', 20)).then('PositionLeverageSet');
    passed.when(quiz('ann')).then('contract.quiz-passed-before');
  });

  it('is the mode, while nothing is open and no order rests', () => {
    opened().when(mode('ann', 'one-way')).then('contract.mode-while-open');
    world()
      .and(order('ann', 'buy', '1', '90'))
      .when(mode('ann', 'one-way'))
      .then('contract.mode-while-open');
    world().when(mode('ann', 'hedge')).then('contract.mode-unchanged');
    const oneWay = world().and(mode('ann', 'one-way'));
    oneWay.when(order('ann', 'buy', '1', '90')).then('contract.side-not-of-mode');
    world()
      .when(order('ann', 'buy', '1', '90', { positionSide: 'both' }))
      .then('contract.side-not-of-mode');
  });

  it('is more margin, and less down to what the leverage needs', () => {
    // 20 of initial margin and 0.09 that is reserved for closing.
    expect(position(opened(), 'ann', 'long')?.margin).toBe('20.09');
    const more = opened().and(margin('ann', 'long', '5'));
    expect([position(more, 'ann', 'long')?.margin, money(more, 'ann')]).toEqual(['25.09', '974.81 25.09']);
    expect(position(more.and(margin('ann', 'long', '-4.99')), 'ann', 'long')?.margin).toBe('20.1');
    more.when(margin('ann', 'long', '-5')).then('contract.margin-not-removable');
    more.when(margin('ann', 'long', '1000')).then('contract.margin-above-available');
    more.when(margin('ann', 'long', '0')).then('contract.margin-zero');
    more.when(margin('ann', 'short', '1')).then('contract.no-position');
    expect(audited(more)).toEqual([]);
  });

  it.each([
    ['closed', refuse('market.closed', { symbol: SYMBOL, opensAt: 0 })],
    ['halted', refuse('market.halted', { symbol: SYMBOL })],
  ])('is more margin too while the market is %s, and nothing else', (_, shut) => {
    const market: BookMarket = new PerpetualMarket();
    const open = world(market).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
    market.moment = () => shut;
    const more = open.and(margin('ann', 'long', '5'));
    expect([position(more, 'ann', 'long')?.margin, money(more, 'ann')]).toEqual(['25.09', '974.81 25.09']);
    for (const none of ['0', '-1']) more.when(margin('ann', 'long', none)).then(shut.refusal);
    more.when(margin('ann', 'long', '1000')).then('contract.margin-above-available');
    more.when(margin('ann', 'short', '1')).then('contract.no-position');
    more.when(leverage('ann', 20)).then(shut.refusal);
    market.moment = () => refuse('market.delisted', { symbol: SYMBOL });
    more.when(margin('ann', 'long', '5')).then('market.delisted');
    expect(audited(more)).toEqual([]);
  });
});

describe('whatever people trade', () => {
  const step = fc.record({
    person: fc.constantFrom(...people),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 1, max: 3_000 }),
    price: fc.integer({ min: 9_000, max: 11_000 }),
    leverage: fc.constantFrom(1, 3, 10, 50, 100),
    positionSide: fc.constantFrom<PositionSide>('long', 'short'),
    isMarket: fc.boolean(),
  });

  it.each(['hedge', 'one-way'] as const)(
    'in %s mode: zero sums, margin on hold, no more than eight decimals, and the clearing account is what is open',
    (chosen) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const played = world();
          for (const person of people) played.when(mode(person, chosen));
          for (const person of people) played.when(quiz(person));
          for (const { person, side, lots, price, leverage: wished, positionSide, isMarket } of steps) {
            played.when(leverage(person, wished));
            const own = chosen === 'hedge' ? positionSide : ('both' as const);
            const wanted = { positionSide: own, ...(isMarket && { market: true as const }) };
            const quantity = format((BigInt(lots) * LOT * ONE) / ONE);
            played.when(order(person, side, quantity, format(BigInt(price) * amount('0.01')), wanted));
          }
          expect(audited(played)).toEqual([]);
          expect(house(played, HOUSE.contractClearing.account)).toBe(format(openCost(played)));
          const { positions } = played.realm.state(contractKind, SYMBOL).book;
          for (const person of people) {
            expect(money(played, person)).not.toMatch(/\.\d{9}/);
            const { long, short } = positionsOf(played, person);
            const known = positions?.of(ownerOf(person)) ?? { long: 0, short: 0, both: 0 };
            expect((long?.lots ?? 0) - (short?.lots ?? 0)).toBe(known.long - known.short + known.both);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
