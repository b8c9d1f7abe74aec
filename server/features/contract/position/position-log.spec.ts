import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { recomputed } from '../../../../shared/position-check.js';
import type { PositionEventOf, PositionEventView } from '../../../../contracts/contract.position.contract.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { contractWorld, KnownContracts } from '../delivery/contract-period.testkit.js';
import {
  leverage,
  liquidation,
  margin,
  nextBeat,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  SYMBOL,
  warning,
  world,
} from '../contract.testkit.js';
import { logOf, unlikeInLog } from './position-log.testkit.js';

const HOURS_8 = 28_800_000;
const kinds = (log: readonly PositionEventView[]) => log.map(({ kind }) => kind);
const only = <Kind extends PositionEventView['kind']>(log: readonly PositionEventView[], kind: Kind) =>
  log.filter((event): event is PositionEventOf<Kind> => event.kind === kind);
const charge = (toMs: number) => at(toMs, { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs } });
const post = { type: 'PostFunding', data: { symbol: SYMBOL, ownerIds: people.map(ownerOf), postedDueAt: null } };
const OPENED = [order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100')] as const;

/** Ann is long 2 at 100 and Bob short; two fundings are due. */
function funded() {
  const facts = new KnownContracts();
  for (const [n, rate] of ['0.0001', '-0.00037'].entries()) {
    const due = { at: 1_000_000 + (n + 1) * HOURS_8, premium: amount(rate), mark: amount('101.01') };
    facts.fundings.push({ ...due, rate: amount(rate) });
  }
  facts.settlement = amount('99.876543');
  return contractWorld({ facts }).and(...OPENED);
}

/** Ann's balance is all but gone at 90.36. */
function reached() {
  const market = new PerpetualMarket();
  return { market, opened: world(market).and(...OPENED) };
}

describe('the events of a position, as its owner reads them', () => {
  it('say of each payment from which index and by which fundings, also where two are settled at once', () => {
    const { realm } = funded().and(charge(1_000_000 + 2 * HOURS_8), post);
    const long = logOf(realm.events, 'ann', 'long');
    expect(kinds(long)).toEqual(['opened', 'funded']);
    const [paid] = only(long, 'funded');
    expect(paid).toMatchObject({ quantity: '2', index: '-0.0272727', paid: '-0.0545454', shortfall: '0' });
    expect(paid?.before).toMatchObject({ lots: 2_000, fundingIndex: '0', unpaid: '0' });
    expect(paid?.fundings.map(({ rate, charge: sum }) => [rate, sum])).toEqual([
      ['0.0001', '0.010101'],
      ['-0.00037', '-0.0373737'],
    ]);
    expect(
      [long, logOf(realm.events, 'bob', 'short')].flatMap((log, n) => unlikeInLog(log, n ? 'short' : 'long')),
    ).toEqual([]);
  });

  it('give each funding to the payment that settled it, on a later page too', () => {
    const { realm } = funded().and(
      charge(1_000_000 + HOURS_8),
      post,
      margin('ann', 'long', '5'),
      charge(1_000_000 + 2 * HOURS_8),
      post,
    );
    const all = logOf(realm.events, 'ann', 'long');
    expect(only(all, 'funded').map(({ fundings }) => fundings.length)).toEqual([1, 1]);
    expect(logOf(realm.events, 'ann', 'long', 3)).toEqual(all.slice(3));
    expect(unlikeInLog(all, 'long')).toEqual([]);
  });

  it('say what a part of it brought, what its owner changed, and by what average it was delivered', () => {
    const ended = { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: true };
    const { realm } = funded().and(
      leverage('ann', 5),
      order('ann', 'sell', '0.7', '99', { positionSide: 'long', market: true }),
      { type: 'DeliverContract', data: ended },
    );
    const log = logOf(realm.events, 'ann', 'long');
    expect(kinds(log)).toEqual(['opened', 'leverage', 'reduced', 'closed']);
    const [closed] = only(log, 'closed');
    expect(closed).toMatchObject({ cause: 'delivery', price: '99.876543', after: { lots: 0 } });
    expect(closed?.settlement).toEqual({ averagesFrom: 14_398_000, settlesAt: 14_401_000, seconds: 3, epochs: [0, 1] });
    expect(only(log, 'reduced')[0]?.settlement).toBeNull();
    expect(unlikeInLog(log, 'long')).toEqual([]);
  });

  it('say of a warning and of each step of a liquidation what was had and needed', () => {
    const { market, opened } = reached();
    market.mark = 9_045;
    const warned = opened.and(warning('ann', 'long'));
    Object.assign(market, { mark: 9_036, depth: 0 });
    const beat = nextBeat();
    const { realm } = warned.and(liquidation('ann', 'long', { beat }), liquidation('ann', 'long', { beat }));
    const log = logOf(realm.events, 'ann', 'long');
    expect(kinds(log)).toEqual(['opened', 'warned', 'liquidation', 'liquidation', 'closed']);
    expect(only(log, 'warned')[0]).toMatchObject({ bracket: { rate: '0.004', amount: '0' }, takerRate: '0.0005' });
    const [reduced, taken] = only(log, 'liquidation');
    expect(reduced).toMatchObject({
      step: 'reduce',
      order: { lots: 2_000, filledLots: 0, band: '0.03' },
      takeOver: null,
    });
    expect(taken).toMatchObject({ step: 'take-over', order: null, takeOver: { price: '90', insuredLots: 2_000 } });
    const named = log.flatMap((event) => recomputed(event, { side: 'long', lotSize: '0.001' })).map(({ name }) => name);
    expect(named).toEqual(
      expect.arrayContaining(['riskRate', 'maintenanceMargin', 'closingFee', 'fundGain', 'shortfall']),
    );
    expect(unlikeInLog(log, 'long')).toEqual([]);
  });

  it('say of who was deleveraged where it stood in the queue, and nothing of anybody else', () => {
    const { market, opened } = reached();
    Object.assign(market, { mark: 8_700, depth: 0 });
    const beat = nextBeat();
    const fund = { openingUsdt: '0', eventMaxUsdt: '500' };
    const { realm } = opened.and(
      liquidation('ann', 'long', { beat, fund }),
      liquidation('ann', 'long', { beat, fund }),
    );
    const log = logOf(realm.events, 'bob', 'short');
    expect(kinds(log)).toEqual(['opened', 'deleveraged', 'closed']);
    expect(only(log, 'deleveraged')[0]).toMatchObject({ lots: 2_000, price: '90', rank: 1, queueLength: 1 });
    expect(JSON.stringify(log)).not.toContain('ann');
    expect(unlikeInLog(log, 'short')).toEqual([]);
  });

  it('show a figure that does not follow from the others', () => {
    const { realm } = funded().and(charge(1_000_000 + HOURS_8), post);
    const log = logOf(realm.events, 'ann', 'long').map((event) =>
      event.kind === 'funded' ? { ...event, paid: '7' } : event,
    );
    expect(unlikeInLog(log, 'long')).toEqual([expect.stringMatching(/^funded \d+: paid is 7, computed 0.020202$/)]);
  });
});
