import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import type { NewEvent, RecordedEvent } from '../../../core/event.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { KnownContracts, orderIn } from '../delivery/contract-period.testkit.js';
import {
  gapWarning,
  liquidation,
  margin,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  SYMBOL,
  warning,
} from '../contract.testkit.js';
import {
  contractFindings,
  contractStory,
  FUND,
  fundingSteps,
  PUBLISHED,
  tampered,
  without,
  type Tampered,
} from './contract-check.testkit.js';

const OPENED_AT = 1_000_000;
const FUNDED_AT = OPENED_AT + 8 * 3_600_000;
const BEAT = FUNDED_AT / 250 + 4;
const whole = (symbol: string) => ({ symbol, ownerIds: people.map(ownerOf), isLast: false });

/** Ann is long 2 at 100 and Bob short. She pays a funding, adds margin, is warned and loses all of it: to the agents, the fund and Bob. */
function lost(): RecordedEvent[] {
  const [facts, market] = [new KnownContracts(), new PerpetualMarket()];
  const rate = amount('0.0001');
  facts.fundings.push({ at: FUNDED_AT, rate, premium: rate, mark: amount('100') });
  const story = contractStory({ facts, market }).and(
    order('bob', 'sell', '2', '100'),
    order('ann', 'buy', '2', '100'),
    ...fundingSteps(FUNDED_AT),
    at(FUNDED_AT + 500, margin('ann', 'long', '0.02')),
    at(FUNDED_AT + 500, order('ann', 'buy', '1', '80')),
    at(FUNDED_AT + 500, { type: 'PassDividend', data: { ...whole(SYMBOL), actionId: 'a-1', perShare: '0.01' } }),
  );
  market.mark = 9_045;
  story.and(at(FUNDED_AT + 1_000, warning('ann', 'long', { beat: BEAT })));
  Object.assign(market, { mark: 7_500, away: 100, depth: 1 });
  const step = () => at(FUNDED_AT + 1_250, liquidation('ann', 'long', { beat: BEAT + 1, fund: FUND }));
  story.and(step(), step(), step());
  return [...story.realm.events];
}

/** A delivery of what Ann and Bob have open. */
const DELIVERY = 'BTCUSDT-261204';
const DELIVERS_AT = Date.UTC(2026, 11, 4, 8);
function delivered(): RecordedEvent[] {
  const facts = new KnownContracts();
  facts.settlement = amount('107.5');
  const deliver = (ownerIds: readonly string[], isLast: boolean) =>
    at(DELIVERS_AT, { type: 'DeliverContract', data: { symbol: DELIVERY, ownerIds, isLast } });
  const story = contractStory({ facts, symbol: DELIVERY }).and(
    orderIn(DELIVERY, 'bob', 'sell', '2', '100'),
    orderIn(DELIVERY, 'ann', 'buy', '2', '100'),
    deliver(people.map(ownerOf), false),
    deliver([], true),
  );
  return [...story.realm.events];
}

function splitOnce(): RecordedEvent[] {
  const data = { ...whole(SYMBOL), actionId: 'a-2', newShares: 2, oldShares: 3, price: '150' };
  const story = contractStory().and(order('bob', 'sell', '0.005', '100'), order('ann', 'buy', '0.005', '100'));
  return [...story.and({ type: 'SplitPositions', data }).realm.events];
}

/** Ann is warned before a close, and reduced to what her margin covers once margins are raised. */
function gapped(): RecordedEvent[] {
  const beat = Math.floor(OPENED_AT / 250) + 4;
  const raisesAt = (beat + 4) * 250;
  const gap = { raisesAt, closesAt: raisesAt + 3_600_000, opensAt: raisesAt + 60_000_000, rate: '0.12' };
  const story = contractStory().and(
    order('bob', 'sell', '2', '100'),
    order('ann', 'buy', '2', '100'),
    at(beat * 250, gapWarning('ann', 'long', { beat, gap })),
    at(raisesAt, liquidation('ann', 'long', { beat: beat + 4, gap, fund: FUND })),
  );
  return [...story.realm.events];
}

const dataOf = <Data>(events: readonly NewEvent[], type: string): Data =>
  events.findLast((event) => event.type === type)?.data as Data;
const afterOf = (events: readonly RecordedEvent[], type: string, change: object) => ({
  after: { ...dataOf<{ after: object }>(events, type).after, ...change },
});

/** The second order of a history, with terms that it had not. */
const ofOrder = (events: readonly RecordedEvent[], change: object) => {
  const [, event] = events.filter(({ type }) => type === 'ContractOrderAccepted');
  return { order: { ...(event?.data as { order: object }).order, ...change } };
};

describe('the audit of contracts', () => {
  it('reckons a history with a funding, a warning, a liquidation and a deleveraging alike', () => {
    const events = lost();
    expect(contractFindings(events)).toEqual([]);
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['ContractFunded', 'ContractFundingPosted', 'PositionFunded', 'PositionMarginAdjusted'])
      expect(types).toContain(type);
    for (const type of ['PositionDividend', 'PositionWarned', 'PositionDeleveraged', 'InsuranceFundMoved'])
      expect(types).toContain(type);
    const steps = events.filter(({ type }) => type === 'PositionLiquidated').map(({ data }) => data);
    expect(steps).toMatchObject([{ step: 'cancel-orders' }, { step: 'reduce' }, { step: 'take-over' }]);
  });

  it('reckons deliveries and splits alike', () => {
    for (const events of [delivered(), splitOnce()]) expect(contractFindings(events)).toEqual([]);
    expect(dataOf(delivered(), 'ContractSettled')).toEqual({ symbol: DELIVERY, cause: 'delivery', price: '107.5' });
    expect(splitOnce().filter(({ type }) => type === 'PositionSplit')).toHaveLength(2);
  });

  it('reckons a reduction before a close alike, and finds what was not so', () => {
    const events = gapped();
    expect(contractFindings(events)).toEqual([]);
    expect(dataOf(events, 'PositionReduced')).toMatchObject({ cause: 'gap', lots: 612, released: '0' });
    const { gap } = dataOf<{ gap: object }>(events, 'PositionLiquidated');
    const found = (change: Tampered) => contractFindings(tampered(events, change)).join('\n');
    expect(found({ type: 'PositionLiquidated', data: { gap: null } })).toContain('it was not due');
    expect(found({ type: 'PositionLiquidated', data: { gap: { ...gap, rate: '0.09' } } })).toContain('it was not due');
    expect(found({ type: 'PositionLiquidated', data: { gap: { ...gap, raisesAt: 9e12 } } })).toContain('not raised');
    expect(found({ type: 'PositionLiquidated', data: { orderLots: 2_000 } })).toContain('orderLots is 2000');
    expect(found({ type: 'PositionReduced', data: { released: '1' } })).toContain('released is 1 and should be 0');
    expect(found({ type: 'PositionReduced', data: { cause: 'liquidation' } })).toContain('none was decided');
    expect(found({ type: 'PositionGapWarned', data: { missing: '1' } })).toContain('missing is 1');
    expect(found({ type: 'PositionGapWarned', data: { gap: { ...gap, rate: '0.09' } } })).toContain(
      'no warning was due',
    );
    expect(found({ type: 'PositionGapWarned', data: { gap: { ...gap, raisesAt: 0 } } })).toContain(
      'margins were raised',
    );
    const other = tampered(lost(), { type: 'PositionClosed', data: { cause: 'gap' }, nth: 0 });
    expect(contractFindings(other).join('\n')).toContain('no close was due');
  });

  const events = lost();
  it.each<[string, Tampered, string]>([
    [
      'a charge that is not rate times mark',
      { type: 'ContractFunded', data: { charge: '0.02' } },
      'charge is 0.02 and should be 0.01',
    ],
    [
      'an index that is not the sum of charges',
      { type: 'ContractFunded', data: { index: '0.02' } },
      'index is 0.02 and should be 0.01',
    ],
    ['a funding before its time', { type: 'ContractFunded', at: FUNDED_AT - 1 }, 'came before it was due'],
    [
      'a payment that is not size times index',
      { type: 'PositionFunded', nth: 0, data: { paid: '0.03' } },
      'in BTCUSDT-PERP: paid is 0.03 and should be 0.02',
    ],
    [
      'a rounding that nobody made',
      { type: 'PositionFunded', nth: 0, data: { rounding: '1' } },
      'in BTCUSDT-PERP: rounding is 1 and should be 0',
    ],
    [
      'a payment of another funding',
      { type: 'PositionFunded', nth: 0, data: { dueAt: 7 } },
      'in BTCUSDT-PERP: dueAt is 7 and should be',
    ],
    [
      'a margin that a funding does not leave',
      { type: 'PositionFunded', nth: 0, data: afterOf(events, 'PositionFunded', { margin: '99' }) },
      'after is',
    ],
    [
      'margin from nowhere',
      { type: 'PositionMarginAdjusted', data: afterOf(events, 'PositionMarginAdjusted', { margin: '99' }) },
      'margin 99',
    ],
    [
      'a dividend that is not shares times amount',
      { type: 'PositionDividend', data: { paid: '5' } },
      'paid is 5 and should be 0.02',
    ],
    ['a size that no fill made', { type: 'PositionOpened', data: { lots: 1 } }, 'fills and positions of demo-ann.1'],
    [
      'a hold that is not margin, instant loss and fees',
      { type: 'ContractOrderAccepted', nth: 0, data: { held: '20' } },
      'BTCUSDT-PERP: o-',
    ],
    [
      'a fill that leaves its order another hold',
      { type: 'ContractOrderMatched', nth: 0, data: { makerHeld: '1' } },
      'held is 1 and should be 0',
    ],
    [
      'a position with another margin than its fill put up',
      { type: 'PositionOpened', data: { margin: '20' } },
      'in BTCUSDT-PERP: margin is 20 and should be 20.',
    ],
    [
      'an order by another leverage than its margin',
      { type: 'ContractOrderAccepted', nth: 1, data: ofOrder(events, { margin: { leverage: 20, markTicks: 10_000 } }) },
      'BTCUSDT-PERP: o-',
    ],
    [
      'an order by another mark than its margin',
      { type: 'ContractOrderAccepted', nth: 1, data: ofOrder(events, { margin: { leverage: 10, markTicks: 11_000 } }) },
      'BTCUSDT-PERP: o-',
    ],
    [
      'an entry cost that no fill made',
      { type: 'PositionOpened', data: afterOf(events, 'PositionOpened', { entryNotional: '150' }) },
      'the clearing account has',
    ],
    [
      'lots with no other side',
      {
        type: 'ContractPositionsAdjusted',
        data: { changes: [{ owner: 'demo-bob.1', positionSide: 'short', lots: -1 }] },
      },
      'longs are not equal to shorts',
    ],
    ['a warning by another rate', { type: 'PositionWarned', data: { riskRate: '0.9' } }, 'riskRate is 0.9'],
    ['a liquidation that was not due', { type: 'PositionLiquidated', data: { markPrice: '99' } }, 'it was not due'],
    [
      'a maintenance margin by no bracket',
      { type: 'PositionLiquidated', data: { maintenanceMargin: '9' } },
      'maintenanceMargin is 9 and should be 0.6',
    ],
    [
      'an order of another size',
      { type: 'PositionLiquidated', nth: 1, data: { orderLots: 7 } },
      'orderLots is 7 and should be 2000',
    ],
    [
      'an order beyond the bankruptcy price',
      { type: 'PositionLiquidated', nth: 1, data: { limitPrice: '70' } },
      'limitPrice is 70',
    ],
    [
      'fills that it did not have',
      { type: 'PositionLiquidated', nth: 1, data: { filledLots: 3 } },
      'filledLots is 3 and should be',
    ],
    [
      'a step out of turn',
      { type: 'PositionLiquidated', nth: 0, data: { step: 'take-over' } },
      'step is take-over and should be cancel-orders',
    ],
    ['another bankruptcy price', { type: 'PositionLiquidated', data: { price: '95' } }, 'price is 95'],
    ['lots that the fund did not cover', { type: 'PositionLiquidated', data: { insuredLots: 1 } }, 'insuredLots is 1'],
    ['another part of the fund', { type: 'InsuranceFundMoved', data: { amount: '-1' } }, 'fundGain is'],
    ['a fund that has what it has not', { type: 'InsuranceFundMoved', data: { balance: '77' } }, 'balance is 77'],
    [
      'a grant that no policy gave',
      { type: 'InsuranceFundGranted', data: { amount: '31' } },
      'amount is 31 and should be 30',
    ],
    ['a rank that was not theirs', { type: 'PositionDeleveraged', data: { place: 2 } }, 'deleveraged is'],
    ['a score that was not theirs', { type: 'PositionDeleveraged', data: { score: '9' } }, 'deleveraged is'],
    ['a loss that somebody else was given', { type: 'PositionReduced', data: { realised: '1' } }, 'realised is 1'],
    ['a loss above the margin', { type: 'PositionClosed', data: { shortfall: '1' } }, 'shortfall is 1 and should be 0'],
    [
      'a liquidation at a beat of before',
      { type: 'PositionLiquidated', data: { beat: BEAT - 1 } },
      `came after the liquidations of ${BEAT + 1}`,
    ],
    [
      'a liquidation at a beat from before the funding',
      { type: 'PositionLiquidated', nth: 0, data: { beat: FUNDED_AT / 250 - 1 } },
      `BTCUSDT-PERP: beat ${FUNDED_AT / 250 - 1} came after the funding of ${new Date(FUNDED_AT).toISOString()}`,
    ],
    [
      'an end that nothing decided',
      { type: 'PositionClosed', data: { cause: 'deleveraging' } },
      'by deleveraging, and none was decided',
    ],
    [
      'a delivery of a perpetual contract',
      { type: 'PositionClosed', data: { cause: 'delivery' } },
      'a perpetual contract has no delivery',
    ],
  ])('finds %s', (_, change, what) => {
    const found = contractFindings(tampered(events, change));
    expect(found.join('\n')).toContain(what);
  });

  it('finds a funding that not everybody has paid, and a payment that went into no account', () => {
    expect(contractFindings(without(events, 'PositionFunded')).join('\n')).toContain('is settled up to 0');
    const found = contractFindings(tampered(events, { type: 'InsuranceFundGranted', postings: null }));
    expect(found.join('\n')).toContain('the insurance fund has -19.99666, and its events make it 10.00334');
  });

  it('finds orders that the market had reached before the fundings and liquidations of its beat', () => {
    const decided = events.find(({ type }) => type === 'ContractBeatDecided') as RecordedEvent;
    const beat = (n: number) => ({ ...decided, correlation: 'x', data: { symbol: SYMBOL, beat: n } });
    const before = (type: string, n: number) =>
      events.flatMap((event) => (event.type === type ? [beat(n), event] : [event]));
    const late = contractFindings(before('ContractFunded', FUNDED_AT / 250));
    expect(late.join('\n')).toContain(`came after beat ${FUNDED_AT / 250}`);
    const liquidated = contractFindings(before('PositionLiquidated', BEAT + 1));
    expect(liquidated.join('\n')).toContain(`beat ${BEAT + 1} had reached the orders before`);
  });

  it.each<[string, Tampered, string]>([
    [
      'a delivery before its day',
      { type: 'PositionClosed', at: DELIVERS_AT - 1 },
      'it delivered before 2026-12-04T08:00:00.000Z',
    ],
    [
      'a position that is worth something else',
      { type: 'PositionClosed', data: { notional: '216' } },
      'notional is 216 and should be 215',
    ],
    ['a fee', { type: 'PositionClosed', data: { fee: '1' } }, 'fee is 1 and should be 0'],
    [
      'a position that the delivery left open',
      { type: 'PositionClosed', data: { lots: 1_999 } },
      'type is PositionClosed and should be PositionReduced',
    ],
  ])('finds a delivery with %s', (_, change, what) => {
    expect(contractFindings(tampered(delivered(), change)).join('\n')).toContain(what);
  });

  it('finds a contract that is over with positions, and positions of one that is over', () => {
    const over = delivered().findLast(({ type }) => type === 'ContractSettled') as RecordedEvent;
    const early = delivered().flatMap((event) =>
      event.type === 'ContractPositionsAdjusted' ? [over, event] : [event],
    );
    expect(contractFindings(early).join('\n')).toContain('it is over, and positions are open');
    expect(contractFindings(early).join('\n')).toContain('the contract was settled before');
  });

  it('finds a split that is carried out twice, or by another ratio', () => {
    const split = splitOnce();
    expect(contractFindings(tampered(split, { type: 'PositionSplit', data: { oldShares: 4 } })).join('\n')).toContain(
      '3 lots make no whole ones at 2 for 4',
    );
    const twice = split.flatMap((event) => (event.type === 'PositionSplit' ? [event, event] : [event]));
    expect(contractFindings(twice).join('\n')).toContain('a-2 was carried out before');
  });

  it('finds a beat that traded before everybody had their part of a split', () => {
    const split = splitOnce();
    const matched = split.find(({ type }) => type === 'ContractOrderMatched') as RecordedEvent;
    const first = split.find(({ type }) => type === 'PositionSplit');
    const between = split.flatMap((event) => (event === first ? [event, { ...matched, correlation: 'x' }] : [event]));
    expect(contractFindings(between).join('\n')).toContain('had no part yet of a-2');
    expect(contractFindings([...split, { ...matched, correlation: 'x' }]).join('\n')).not.toContain('no part yet');
  });

  it('finds brackets that were not in force yet: positions follow new ones after 24 hours', () => {
    const [first] = PUBLISHED.policies.get('contract.crypto') ?? [];
    if (first === undefined) throw new Error('no brackets');
    const withBrackets = (second: number) => ({
      ...PUBLISHED,
      policies: new Map([
        ...PUBLISHED.policies,
        ['contract.crypto', [first, { ...first, version: 2, publishedAt: second }]],
      ]),
    });
    const beatAt = (BEAT + 1) * 250;
    const day = 24 * 3_600_000;
    expect(contractFindings(events, withBrackets(beatAt - day + 1))).toEqual([]);
    expect(contractFindings(events, withBrackets(beatAt - day - 60_001)).join('\n')).toContain(
      'contract.crypto v1 was not in force',
    );
  });
});
