import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../../shared/money.js';
import { verifyRows } from '../../../audit/history.check.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { contractFeature } from '../contract.feature.js';
import { contractKind } from '../contract.product.js';
import {
  funded,
  leverage,
  liquidation,
  margin,
  mode,
  nextBeat,
  order,
  ownerOf,
  people,
  PerpetualMarket,
  quiz,
  SYMBOL,
  warning,
  world,
  type World,
} from '../contract.testkit.js';
import { contractOf, positionKind } from '../position/position.state.js';

const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const kinds = contractFeature.streams.map(({ kind }) => kind);
const audited = ({ realm }: World) => verifyRows('demo', realm.rows, [...kinds, GIVEN]);
const money = (played: World, person: string) => played.funds(ownerOf(person), 'USDT', 'contract');
const held = ({ realm }: World, account: string) => format(amount(realm.balance(account, 'USDT')));
const fund = (played: World) => held(played, HOUSE.contractInsurance.account);
const sideOf = ({ realm }: World, person: string, side: 'long' | 'short') =>
  contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL)[side];
const reasons = (events: readonly { type: string; data: unknown }[], type: string) =>
  events.filter((event) => event.type === type).map(({ data }) => (data as { reason: string }).reason);

/**
 * Ann is long 2 at 100 and Bob short. Her margin is 20 and 0.09 for the fee of closing at 90: she is bankrupt at
 * 179.91 / (2 x 0.9995) = 90, and liquidated at 179.91 / (2 x (1 - 0.004 - 0.0005)) = 90.3616. Formulas of Binance, "Liquidation Price of
 * USD-M Futures Contracts", isolated margin.
 */
function reached(mark: number, away = 100) {
  const market = new PerpetualMarket();
  const opened = world(market).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  Object.assign(market, { mark, away });
  return { market, opened };
}

describe('a liquidation', () => {
  it('does nothing to a position that is safe, nor to one that is not there', () => {
    const { opened } = reached(9_037);
    opened.when(liquidation('ann', 'long')).answers({ step: 'none' }).when(liquidation('ann', 'long')).then();
    opened.when(liquidation('cid', 'long')).then();
  });

  it('waits while the market is shut, and comes no more to a beat that is decided', () => {
    const { market, opened } = reached(9_036);
    market.isOpen = false;
    opened.when(liquidation('ann', 'long')).then();
    market.isOpen = true;
    const { state } = opened;
    state.beat = nextBeat();
    opened.when(liquidation('ann', 'long', { beat: state.beat })).then();
  });

  describe('at a beat that is looked at again after a restart', () => {
    const at = 4_000_000;
    const [before, later] = [{ beat: at / 250 - 1 }, { beat: at / 250 }];
    const isNone = (played: World) => {
      played.when(liquidation('ann', 'long', before)).then();
      played.when(warning('ann', 'long', before)).then();
      expect(played.when(liquidation('ann', 'long', later)).events).not.toEqual([]);
    };

    it('is nobody for a funding that came due since', () => isNone(reached(9_036).opened.and(funded('0.01', at))));

    it('is nobody where liquidations of a later beat have begun', () => {
      const { opened } = reached(9_036);
      opened.state.steppedTo = later.beat;
      isNone(opened);
    });

    it('is nobody for margin that was taken out since', () => {
      const { market, opened } = reached(10_000);
      const less = opened.and(margin('ann', 'long', '5'), { ...margin('ann', 'long', '-4.9'), at });
      market.mark = 9_030;
      isNone(less);
    });
  });

  it('cancels the orders of that side, and leaves those of the other', () => {
    const { opened } = reached(9_036);
    const waiting = opened.and(
      order('ann', 'buy', '1', '80'),
      order('ann', 'sell', '1', '120', { positionSide: 'long' }),
      order('ann', 'sell', '1', '110'),
    );
    const beat = nextBeat();
    const outcome = waiting.when(liquidation('ann', 'long', { beat }));
    outcome.then(
      { type: 'PositionLiquidated', data: expect.objectContaining({ step: 'cancel-orders', markPrice: '90.36' }) },
      { type: 'ContractBeatDecided', data: { symbol: SYMBOL, beat, step: 'liquidation' } },
      'ContractOrderCancelled',
      'ContractOrderCancelled',
    );
    expect(reasons(outcome.events, 'ContractOrderCancelled')).toEqual(['liquidation', 'liquidation']);
    waiting.when(liquidation('ann', 'long', { beat })).answers({ step: 'reduce' });
  });

  it('sells within the band and above the bankruptcy price, and gives back what is left', () => {
    // Agents pay 90.26: a loss of 19.48 and a fee of 0.09026 leave 0.51974 of 20.09.
    const { opened } = reached(9_036, 10);
    opened
      .when(liquidation('ann', 'long'))
      .then('PositionLiquidated', 'ContractBeatDecided', 'ContractOrderAccepted', 'ContractOrderMatched', {
        type: 'PositionClosed',
        data: expect.objectContaining({ cause: 'liquidation', released: '0.51974' }),
      });
    expect(money(opened, 'ann')).toBe('980.32974 0');
    expect(fund(opened)).toBe('0');
    expect(audited(opened)).toEqual([]);
  });

  it('leaves with every figure that led to it', () => {
    const { opened } = reached(9_036, 10);
    const { events } = opened.when(liquidation('ann', 'long'));
    expect(events[0]?.data).toMatchObject({
      markPrice: '90.36',
      lots: 2_000,
      notional: '180.72',
      marginBalance: '0.81',
      maintenanceMargin: '0.72288',
      closingFee: '0.09036',
      bracket: 1,
      maintenanceRate: '0.004',
      step: 'reduce',
      orderLots: 2_000,
      limitPrice: '90',
      filledLots: 2_000,
      isSpent: false,
      policies: [
        { name: 'contract.crypto', version: 1, inputs: { to1: '5000', rate1: '0.004' } },
        { name: 'contract.rules', version: 1, inputs: { liquidationBand: '0.03' } },
        { name: 'contract.insurance', version: 1, inputs: { eventMaxUsdt: '500' } },
      ],
    });
  });

  it('reduces a larger one into the bracket below, where it may be safe', () => {
    // At 90.45 the first bracket ends at 150 / 0.09045 = 1,658 lots.
    const brackets = [
      { to: '150', leverageMax: 100, rate: '0.004' },
      { to: '5000', leverageMax: 50, rate: '0.01' },
    ];
    const { opened } = reached(9_045, 10);
    const beat = nextBeat();
    opened.when(liquidation('ann', 'long', { beat, brackets })).answers({ step: 'reduce' });
    expect(sideOf(opened, 'ann', 'long')?.lots).toBe(1_658);
    opened.when(liquidation('ann', 'long', { beat, brackets })).answers({ step: 'none' });
    expect(audited(opened)).toEqual([]);
  });

  it('cancels what its owner has in the way', () => {
    const { market, opened } = reached(9_036);
    market.mark = 10_000;
    const both = opened.and(
      order('ann', 'sell', '1', '99'),
      order('ann', 'buy', '1', '90.3', { positionSide: 'short' }),
    );
    market.mark = 9_036;
    const { events } = both.when(liquidation('ann', 'long'));
    expect(reasons(events, 'ContractOrderCancelled')).toEqual(['self-trade', 'band']);
  });

  it('sells to users as to agents, whose positions move with it', () => {
    const { opened } = reached(9_036);
    const bid = opened.and(order('cid', 'buy', '1', '90.1'));
    const outcome = bid.when(liquidation('ann', 'long'));
    outcome.then(
      'PositionLiquidated',
      'ContractBeatDecided',
      'ContractOrderAccepted',
      'ContractOrderMatched',
      'PositionOpened',
      'PositionReduced',
      'ContractOrderCancelled',
    );
    expect(sideOf(bid, 'cid', 'long')?.lots).toBe(1_000);
    expect(audited(bid)).toEqual([]);
  });
});

/** Until nothing is to be done. */
function whole(played: World, person: string, side: 'long' | 'short', wanted: Parameters<typeof liquidation>[2] = {}) {
  const beat = nextBeat();
  const events = [];
  for (let step = ''; step !== 'none';) {
    const outcome = played.when(liquidation(person, side, { beat, ...wanted }));
    events.push(...outcome.events);
    step = (outcome.answer as { step: string }).step;
  }
  return events;
}
const takenOver = (events: ReturnType<typeof whole>) =>
  events.find(({ type, data }) => type === 'PositionLiquidated' && (data as { step: string }).step === 'take-over')
    ?.data;

describe('what the market does not take', () => {
  it('leaves at the bankruptcy price with the fee of closing, and the fund gets what it is worth more', () => {
    // Worth 90.36 and gone at 90: 2 x 0.36 for the fund.
    const { opened } = reached(9_036);
    expect(takenOver(whole(opened, 'ann', 'long'))).toMatchObject({
      price: '90',
      insuredLots: 2_000,
      fundGain: '0.72',
    });
    expect(money(opened, 'ann')).toBe('979.81 0');
    expect(fund(opened)).toBe('1000.72');
    expect(sideOf(opened, 'ann', 'long')).toBeNull();
    expect(opened.realm.state(contractKind, SYMBOL).book.positions?.of(ownerOf('ann')).long).toBe(0);
    expect(audited(opened)).toEqual([]);
  });

  it('is paid for by the fund beyond that, and costs its owner the margin and no more', () => {
    const { opened } = reached(8_500);
    expect(takenOver(whole(opened, 'ann', 'long'))).toMatchObject({ insuredLots: 2_000, fundGain: '-10' });
    expect([money(opened, 'ann'), fund(opened)]).toEqual(['979.81 0', '990']);
    expect(audited(opened)).toEqual([]);
  });

  it('is for short positions the same the other way round', () => {
    // Bob holds 20.11: bankrupt at 220.11 / (2 x 1.0005) = 110. As a maker he paid 0.04 for opening.
    const { opened } = reached(11_500);
    expect(takenOver(whole(opened, 'bob', 'short'))).toMatchObject({ price: '110', fundGain: '-10' });
    expect(money(opened, 'bob')).toBe('979.85 0');
    expect(audited(opened)).toEqual([]);
  });

  it('works in one-way mode too', () => {
    const oneWay = { positionSide: 'both' } as const;
    const market = new PerpetualMarket();
    const opened = world(market)
      .and(...people.map((person) => mode(person, 'one-way')))
      .and(order('bob', 'sell', '2', '100', oneWay), order('ann', 'buy', '2', '100', oneWay));
    market.mark = 8_500;
    const waiting = opened.and(order('ann', 'sell', '2', '120', oneWay));
    const poor = { fund: { openingUsdt: '4', eventMaxUsdt: '500' } };
    expect(takenOver(whole(waiting, 'ann', 'long', poor))).toMatchObject({ insuredLots: 800, deleveragedLots: 1_200 });
    expect(sideOf(waiting, 'bob', 'short')?.lots).toBe(800);
    expect(audited(waiting)).toEqual([]);
  });
});

describe('what the fund cannot cover', () => {
  const poor = { fund: { openingUsdt: '4', eventMaxUsdt: '500' } };
  const empty = { fund: { openingUsdt: '0', eventMaxUsdt: '500' } };

  it('is closed against the opposite side at the bankruptcy price', () => {
    // A loss of 5 for each coin: 4 USDT cover 0.8 coins, and Bob closes 1.2 with 10 of profit for each.
    const { opened } = reached(8_500);
    const events = whole(opened, 'ann', 'long', poor);
    expect(takenOver(events)).toMatchObject({ insuredLots: 800, agentLots: 0, deleveragedLots: 1_200, fundGain: '-4' });
    expect(events.find(({ type }) => type === 'PositionDeleveraged')?.data).toMatchObject({
      ownerId: ownerOf('bob'),
      side: 'short',
      lots: 1_200,
      price: '90',
      place: 1,
      queueLength: 1,
    });
    expect(sideOf(opened, 'bob', 'short')).toMatchObject({ lots: 800, realised: amount('12') });
    expect(fund(opened)).toBe('0');
    expect(audited(opened)).toEqual([]);
  });

  it('costs the fund no more than its limit for one liquidation', () => {
    const { opened } = reached(8_500);
    const limited = { fund: { openingUsdt: '1000', eventMaxUsdt: '2.5' } };
    expect(takenOver(whole(opened, 'ann', 'long', limited))).toMatchObject({
      insuredLots: 500,
      deleveragedLots: 1_500,
    });
    expect(fund(opened)).toBe('997.5');
  });

  it('is taken by agents who are on the other side before any user', () => {
    const market = new PerpetualMarket();
    // Ann buys 2 from agents at 101 and Bob sells 1 to them: agents are short 1.
    const opened = world(market).and(order('ann', 'buy', '2', '101'), order('bob', 'sell', '1', '99'));
    market.mark = 8_500;
    expect(takenOver(whole(opened, 'ann', 'long', empty))).toMatchObject({ agentLots: 1_000, deleveragedLots: 1_000 });
    expect(sideOf(opened, 'bob', 'short')).toBeNull();
    expect(audited(opened)).toEqual([]);
  });

  it('goes on from the highest rank to the next, and cancels what would close more than is left', () => {
    const market = new PerpetualMarket();
    // Both have a profit of a quarter; Bob's margin is a tenth of what he sold, and Cid's a fiftieth.
    const sold = world(market).and(
      quiz('cid'),
      leverage('cid', 50),
      order('bob', 'sell', '1', '100'),
      order('cid', 'sell', '0.5', '100'),
      order('ann', 'buy', '1.5', '100'),
      order('bob', 'buy', '1', '80', { positionSide: 'short' }),
      order('ann', 'sell', '0.2', '99', { positionSide: 'long' }),
    );
    market.mark = 7_500;
    const events = whole(sold, 'ann', 'long', empty);
    const ranks = events.filter(({ type }) => type === 'PositionDeleveraged').map(({ data }) => data);
    expect(ranks).toMatchObject([
      { ownerId: ownerOf('cid'), place: 1, queueLength: 2, lots: 500 },
      { ownerId: ownerOf('bob'), place: 2, queueLength: 2, lots: 800 },
    ]);
    // He offered to buy back all of it.
    expect(events.find(({ type }) => type === 'ContractOrderReduced')?.data).toMatchObject({ remainingLots: 200 });
    expect(audited(sold)).toEqual([]);
  });
});

describe('a warning', () => {
  // At 90.60 her balance is 1.29 and she needs 0.72480 + 0.09060: a risk rate of 0.632; at 90.45 of 0.99 it is 0.8223.
  it('comes at a risk rate of 80%, once for each approach', () => {
    const { market, opened } = reached(9_060);
    opened.when(warning('ann', 'long')).then();
    market.mark = 9_045;
    const beat = nextBeat();
    opened.when(warning('ann', 'long', { beat })).then({
      type: 'PositionWarned',
      data: expect.objectContaining({ markPrice: '90.45', marginBalance: '0.99', riskRate: '0.822272727272727273' }),
    });
    const hour = 14_400;
    opened.when(warning('ann', 'long', { beat: beat + hour - 1 })).then();
    opened.when(warning('ann', 'long', { beat: beat + hour })).then('PositionWarned');
  });

  it('does not come with a liquidation, nor without a position', () => {
    const { opened } = reached(9_036);
    opened.when(warning('ann', 'long')).then();
    opened.when(warning('cid', 'long')).then();
  });
});

describe('the insurance fund', () => {
  const grant = (openingUsdt: string) => ({
    type: 'GrantInsuranceFund',
    data: {
      realm: 'demo',
      insurance: { policy: { name: 'contract.insurance', version: 1 }, openingUsdt, eventMaxUsdt: '1' },
    },
  });

  it('is given what the policy says, and a larger sum up to it; a smaller one takes nothing back', () => {
    const given = world().and(grant('1000'));
    given.when(grant('1000')).then();
    given.when(grant('1500')).then({
      type: 'InsuranceFundGranted',
      data: expect.objectContaining({ amount: '500', granted: '1500', balance: '1500' }),
    });
    given.when(grant('10')).then();
    expect(fund(given)).toBe('1500');
  });
});
