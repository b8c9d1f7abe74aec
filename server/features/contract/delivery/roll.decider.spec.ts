import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { languageKeys } from '../../../../shared/language.js';
import { amount, format } from '../../../../shared/money.js';
import { rollRefusals } from '../../../../contracts/contract.roll.contract.js';
import { refuse } from '../../../core/refusal.js';
import { Messages } from '../../../edge/http/messages.js';
import { HOUSE, userAccount } from '../../../engine/ledger/chart.js';
import { contractFindings } from '../audit/contract-check.testkit.js';
import { contractKind } from '../contract.product.js';
import { contractWorld, orderIn } from './contract-period.testkit.js';
import { FEES, leverage, margin, MARGIN, mode, ownerOf, PerpetualMarket, TERMS } from '../contract.testkit.js';
import { contractOf, positionKind } from '../position/position.state.js';

const [FROM, TO] = ['BTCUSDT-260109', 'BTCUSDT-260116'];
const OWNER = ownerOf('ann');
const messages = new Messages();

const leg = (symbol: string, orderId: string) => ({
  symbol,
  orderId,
  spec: { ...TERMS.spec, symbol },
  limits: TERMS.limits,
  policy: { name: 'contract.rules', version: 1, limitBandLow: '0.2', limitBandHigh: '5', marketBand: '0.05' },
  fees: FEES,
  margin: MARGIN,
});

const roll = (side: 'long' | 'short' = 'long', person = 'ann') => ({
  type: 'RollPosition',
  data: { userId: `demo-${person}`, ownerId: ownerOf(person), side, from: leg(FROM, 'o-from'), to: leg(TO, 'o-to') },
});

/** A step that another spec sends to the perpetual contract, for one of these. */
const inContract = <Step extends { readonly data: object }>(symbol: string, step: Step) => ({
  ...step,
  data: { ...step.data, symbol },
});

/** By the market: agents are 1% away from 100, so that a long opens at 101 and closes at 99. */
const long = (quantity = '1', symbol = FROM) => orderIn(symbol, 'ann', 'buy', quantity, '', { market: true });

/** Each contract has a book of its own. */
class DeliveryMarket extends PerpetualMarket {
  override terms(symbol = FROM) {
    return { ...TERMS, spec: { ...TERMS.spec, symbol } };
  }
}

const marketWorld = (market = new DeliveryMarket()) => contractWorld({ symbol: FROM, market });
type Scene = ReturnType<typeof marketWorld>;

const held = ({ realm }: Scene, symbol: string, side: 'long' | 'short' = 'long') =>
  contractOf(realm.state(positionKind, OWNER), symbol)[side];
const balances = ({ realm }: Scene) =>
  (['available', 'frozen'] as const).map((part) => amount(realm.balance(userAccount(OWNER, 'futures', part), 'USDT')));

describe('a roll', () => {
  it('closes all of a position at the market and opens it in the next contract by its leverage, in one command', () => {
    const scene = marketWorld().and(inContract(FROM, leverage('ann', 5)), long('2'));
    const { events } = scene.when(roll());
    expect(events.map(({ type }) => type)).toEqual([
      'ContractOrderAccepted',
      'ContractOrderMatched',
      'PositionClosed',
      'PositionLeverageSet',
      'ContractBookOpened',
      'ContractOrderAccepted',
      'ContractOrderMatched',
      'PositionOpened',
    ]);
    expect(held(scene, FROM)).toBeNull();
    expect(held(scene, TO)).toMatchObject({ lots: 2_000, entryNotional: amount('202') });
    expect(contractOf(scene.realm.state(positionKind, OWNER), TO).leverage).toBe(5);
  });

  it('costs both fees and both spreads, and nothing is lost besides', () => {
    const scene = marketWorld().and(long());
    const [before] = [balances(scene)].map(([available = 0n, frozen = 0n]) => available + frozen);
    const after = scene.and(roll());
    const [available = 0n, frozen = 0n] = balances(after);
    // Bought at 101 and sold at 99, at 0.05% of 99; then bought at 101 again, at 0.05% of 101.
    const cost = amount('2') + amount('0.0495') + amount('0.0505');
    expect(format(available + frozen)).toBe(format((before ?? 0n) - cost));
    const clearing = amount(after.realm.balance(HOUSE.contractClearing.account, 'USDT'));
    expect(format(clearing)).toBe('-101');
  });

  it('keeps the margin that was added', () => {
    const scene = marketWorld().and(long(), inContract(FROM, margin('ann', 'long', '50')));
    const had = held(scene, FROM)?.margin;
    const after = scene.and(roll());
    expect(held(after, TO)?.margin).toBe(had);
    const [, frozen] = balances(after);
    expect(frozen).toBe(had);
  });

  it('adds to what is open there, and takes the lots of a short back at the ask', () => {
    const sell = (symbol: string) => orderIn(symbol, 'ann', 'sell', '1', '', { market: true });
    const after = marketWorld().and(sell(FROM), sell(TO), roll('short'));
    expect(held(after, FROM, 'short')).toBeNull();
    expect(held(after, TO, 'short')).toMatchObject({ lots: 2_000, entryNotional: amount('198') });
  });

  it('meets resting orders of others in both books, whose positions move with it', () => {
    const market = new DeliveryMarket();
    const scene = marketWorld(market).and(
      long(),
      orderIn(FROM, 'bob', 'buy', '1', '99.5'),
      orderIn(TO, 'bob', 'sell', '1', '100.5'),
      roll(),
    );
    const bob = scene.realm.state(positionKind, ownerOf('bob'));
    expect(contractOf(bob, FROM).long?.lots).toBe(1_000);
    expect(contractOf(bob, TO).short?.lots).toBe(1_000);
    expect(held(scene, TO)?.entryNotional).toBe(amount('100.5'));
    // The audit recomputes both books and all positions, and finds the two orders in one command as they should be.
    expect(contractFindings(scene.realm.events)).toEqual([]);
  });

  it('cancels the orders that would have closed it', () => {
    const stop = orderIn(FROM, 'ann', 'sell', '1', '', {
      market: true,
      positionSide: 'long',
      reduceOnly: true,
      stopPrice: '95',
    });
    const after = marketWorld().and(long(), stop, roll());
    expect(after.realm.state(contractKind, FROM).book.orders.size).toBe(0);
  });

  it.each<[string, string, (market: DeliveryMarket) => Scene, string]>([
    ['without a position', 'contract.no-position', (market) => marketWorld(market), 'open position'],
    [
      'against what is open there in one-way mode',
      'contract.roll-against',
      (market) =>
        marketWorld(market).and(
          long(),
          inContract(TO, mode('ann', 'one-way')),
          orderIn(TO, 'ann', 'sell', '1', '', { market: true, positionSide: 'both' as 'long' }),
        ),
      'You hold the other side of BTCUSDT-260116 in one-way mode. Close it first.',
    ],
    [
      'by more margin than is there',
      'contract.roll-margin-short',
      (market) => {
        const scene = marketWorld(market).and(long(), inContract(FROM, margin('ann', 'long', '985')));
        market.mark = 9_500;
        return scene;
      },
      'To keep your margin you need 985.50225 USDT more; you would have 982.2113 USDT. Transfer more first.',
    ],
  ])('is refused %s, and leaves all as it is', (_, code, given, text) => {
    const scene = given(new DeliveryMarket());
    const before = [...scene.realm.allBalances()];
    const { refusal } = scene.when(roll());
    expect(refusal).toMatchObject({ refusal: code });
    expect(messages.refusal('en', refusal ?? refuse('request.error'))).toContain(text);
    expect([...scene.realm.allBalances()]).toEqual(before);
  });

  it('is refused where one of the books does not take all of it', () => {
    const market = new DeliveryMarket();
    const scene = marketWorld(market).and(long('2'));
    market.depth = 1_999;
    expect(scene.when(roll()).refusal).toMatchObject({ refusal: 'order.fok-unfillable' });
    Object.assign(market, { depth: 2_000, isOpen: false });
    expect(scene.when(roll()).refusal).toMatchObject({ refusal: 'market.closed' });
    market.isOpen = true;
    expect(scene.when(roll()).refusal).toBeUndefined();
  });

  it('creates and loses no money, whatever is rolled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<'long' | 'short'>('long', 'short'),
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom(1, 2, 5, 10, 19),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 9_700, max: 10_300 }),
        (side, lots, times, added, mark) => {
          const market = new DeliveryMarket();
          const quantity = format(BigInt(lots) * amount('0.001'));
          const scene = marketWorld(market).and(
            ...(times === 10 ? [] : [inContract(FROM, leverage('ann', times))]),
            orderIn(FROM, 'ann', side === 'long' ? 'buy' : 'sell', quantity, '', { market: true }),
            ...(added === 0 ? [] : [inContract(FROM, margin('ann', side, String(added)))]),
          );
          const before = held(scene, FROM, side);
          if (before === null) return;
          market.mark = mark;
          const { refusal } = scene.when(roll(side));
          if (refusal !== undefined) {
            expect(['order.insufficient-margin', 'contract.roll-margin-short']).toContain(refusal.refusal);
            return;
          }
          const next = held(scene, TO, side);
          expect([held(scene, FROM, side), next?.lots]).toEqual([null, lots]);
          expect((next?.margin ?? 0n) >= before.margin).toBe(true);
          const [, frozen] = balances(scene);
          expect(frozen).toBe(next?.margin);
          const sum = [...scene.realm.allBalances().values()].reduce((all, balance) => all + balance, 0n);
          expect(sum).toBe(0n);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each(languageKeys)('says its refusals in %s', (language) => {
    const params = { symbol: TO, underlying: 'BTCUSDT', needed: '10', available: '5' };
    const texts = Object.keys(rollRefusals).map((code) =>
      messages.refusal(language, refuse(code as keyof typeof rollRefusals, params)),
    );
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).not.toMatch(/\{\{|undefined|roll-/);
  });
});
