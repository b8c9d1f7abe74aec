import { describe, expect, it } from '@jest/globals';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { contractKind } from './contract.product.js';
import {
  amend,
  leverage,
  margin,
  mode,
  order,
  ownerOf,
  PerpetualMarket,
  people,
  quiz,
  SYMBOL,
  world,
} from './contract.testkit.js';

/** Ann at 50 times is long by 10 at 100, which bob sold her. Nothing is left at 98: her margin is 2 a unit, and the closing fee. */
function long(market = new PerpetualMarket()) {
  market.depth = 0;
  return world(market)
    .and(quiz('ann'), leverage('ann', 50))
    .and(order('bob', 'sell', '10', '100'), order('ann', 'buy', '10', '100'));
}
const closing = { positionSide: 'long' } as const;

describe('an order that closes', () => {
  it('is refused beyond the bankruptcy price: a friend would buy what the house then pays for', () => {
    const open = long().and(order('cid', 'buy', '10', '50'));
    open.when(order('ann', 'sell', '10', '50', closing)).then('contract.price-beyond-bankruptcy');
    open.when(order('ann', 'sell', '10', '97.99', closing)).then('contract.price-beyond-bankruptcy');
    open.when(order('ann', 'sell', '10', '98', closing)).then('ContractOrderAccepted');
  });

  it('goes no further than the bankruptcy price without a price of its own', () => {
    // 5% below the mark the band would end at 95.
    const open = long().and(order('cid', 'buy', '10', '97'));
    open
      .when(order('ann', 'sell', '10', '', { ...closing, market: true }))
      .then('ContractOrderAccepted', 'ContractOrderCancelled');
    open
      .and(order('cid', 'buy', '4', '98'))
      .when(order('ann', 'sell', '10', '', { ...closing, market: true }))
      .then(
        'ContractOrderAccepted',
        'ContractOrderMatched',
        'PositionOpened',
        'PositionReduced',
        'ContractOrderCancelled',
      );
  });

  it('is refused as a stop beyond the liquidation price, which is reached first', () => {
    // Of 1,000 USDT 0.4% have to stay, so it is liquidated at about 98.4.
    const open = long();
    const stop = (stopPrice: string) => order('ann', 'sell', '10', '', { ...closing, market: true, stopPrice });
    open.when(stop('98.3')).then('contract.stop-beyond-liquidation');
    open.when(stop('98.6')).then('ContractOrderAccepted');
    open
      .when(order('ann', 'sell', '10', '97', { ...closing, stopPrice: '98.6' }))
      .then('contract.price-beyond-bankruptcy');
  });

  it('is not amended beyond it either', () => {
    const open = long().and(order('ann', 'sell', '10', '99', { ...closing, orderId: 'close' }));
    open.when(amend('ann', 'close', { price: '97' })).then('contract.price-beyond-bankruptcy');
    open.when(amend('ann', 'close', { price: '98' })).then('ContractOrderAmended');
  });

  it('counts what turns a position in one-way mode, and closes it first', () => {
    const market = new PerpetualMarket();
    market.depth = 0;
    const both = { positionSide: 'both' } as const;
    const open = world(market)
      .and(...people.map((person) => mode(person, 'one-way')))
      .and(quiz('ann'), leverage('ann', 50))
      .and(order('bob', 'sell', '10', '100', both), order('ann', 'buy', '10', '100', both));
    open.when(order('ann', 'sell', '12', '97', both)).then('contract.price-beyond-bankruptcy');
    open.when(order('ann', 'sell', '12', '98', both)).then('ContractOrderAccepted');
  });

  it('holds for a short above the price', () => {
    const market = new PerpetualMarket();
    market.depth = 0;
    const open = world(market)
      .and(quiz('ann'), leverage('ann', 50))
      .and(order('bob', 'buy', '10', '100'), order('ann', 'sell', '10', '100'));
    const buying = { positionSide: 'short' } as const;
    open.when(order('ann', 'buy', '10', '102.01', buying)).then('contract.price-beyond-bankruptcy');
    open.when(order('ann', 'buy', '10', '102', buying)).then('ContractOrderAccepted');
  });
});

describe('a trigger of an order that closes', () => {
  it.each(['last', 'index'] as const)(
    'is on the right side of the %s price, when placed and when amended',
    (trigger) => {
      const market = new PerpetualMarket();
      const open = long(market);
      market[trigger] = 9_900;
      const stop = (stopPrice: string) =>
        order('ann', 'sell', '10', '98', { ...closing, orderId: 'stop', stopPrice, trigger });
      open.when(stop('99.5')).then('order.stop-already-reached');
      open
        .and(stop('98.9'))
        .when(amend('ann', 'stop', { stopPrice: '99' }))
        .then('order.stop-already-reached');
      market[trigger] = 10_100;
      // By the agents' middle price of 100 this one would be reached.
      open.when(amend('ann', 'stop', { stopPrice: '100.9' })).then('ContractOrderAmended');
    },
  );
});

describe('while an order waits to close', () => {
  const waiting = () => long().and(order('ann', 'sell', '10', '98.2', { ...closing, stopPrice: '98.6' }));

  it('its owner opens nothing that ends before it', () => {
    const market = new PerpetualMarket();
    const open = long(market).and(order('ann', 'sell', '10', '98.2', { ...closing, stopPrice: '98.6' }));
    // Bought at 120 the whole is at 110, and its margin ends at 107.8.
    market.mark = 12_000;
    open.when(order('ann', 'buy', '10', '120')).then('contract.closing-order-beyond');
    open.when(order('ann', 'buy', '0.06', '120')).then('ContractOrderAccepted');
    // A little more each time comes to the same: those that wait count.
    open.when(order('ann', 'buy', '0.06', '120')).then('contract.closing-order-beyond');
  });

  it('its owner takes no margin out that it needs', () => {
    const more = waiting().and(margin('ann', 'long', '30'), leverage('ann', 100));
    // With 9 less than at first its margin ends at 98.9.
    more.when(margin('ann', 'long', '-39')).then('contract.closing-order-beyond');
    more.when(margin('ann', 'long', '-30')).then('PositionMarginAdjusted');
  });
});

describe('levels that are attached to an order that waits', () => {
  const waiting = (attached?: string) => {
    const market = new PerpetualMarket();
    market.depth = 0;
    const open = world(market).and(quiz('ann'), leverage('ann', 50));
    return {
      market,
      placed: open.when(order('ann', 'buy', '10', '100', { orderId: 'o', ...(attached && { attached }) })),
    };
  };

  it('go no further than the bankruptcy price of what would be open', () => {
    // 5% below 99 the band would end at 94.05.
    const { placed } = waiting('50:120:99,50::98.9');
    const { realm } = placed.then('ContractBookOpened', 'ContractOrderAccepted');
    const levels = realm.state(contractKind, SYMBOL).book.find('o')?.order.attached?.levels ?? [];
    expect(levels.map(({ stopLoss }) => stopLoss?.priceTicks)).toEqual([9_800, 9_800]);
    expect(levels.map(({ takeProfit }) => takeProfit?.priceTicks)).toEqual([11_400, undefined]);
  });

  it('are refused where the liquidation comes first', () => {
    waiting('100::98.3').placed.then('contract.stop-beyond-liquidation');
  });

  it('keep their owner from opening what ends before them', () => {
    const more = order('ann', 'buy', '10', '120');
    for (const attached of [undefined, '100::99']) {
      const { market, placed } = waiting(attached);
      market.mark = 12_000;
      const open = placed.then('ContractBookOpened', 'ContractOrderAccepted');
      open.when(more).then(attached === undefined ? 'ContractOrderAccepted' : 'contract.closing-order-beyond');
    }
  });
});

describe('an order that opens', () => {
  it('watches the mark price alone, for its loss against that is on hold', () => {
    const stop = (trigger: 'last' | 'index' | 'mark') => order('ann', 'buy', '1', '110', { stopPrice: '110', trigger });
    world().when(stop('last')).then('contract.opening-trigger');
    world().when(stop('index')).then('contract.opening-trigger');
    expect(world().when(stop('mark')).refusal).toBeUndefined();
    // One that closes may watch any.
    long()
      .when(order('ann', 'sell', '10', '99', { ...closing, stopPrice: '99.5', trigger: 'last' }))
      .then('ContractOrderAccepted');
  });

  it('is reckoned by the mark of when it was amended', () => {
    const market = new PerpetualMarket();
    market.depth = 0;
    const resting = world(market).and(order('ann', 'buy', '1', '95', { orderId: 'bid' }));
    market.mark = 9_000;
    // 10 of margin for 100, and 10 that it loses at once, with fees for both.
    const held = () => resting.funds(ownerOf('ann'), 'USDT', 'contract').split(' ')[1];
    resting.when(amend('ann', 'bid', { price: '100' })).then('ContractOrderAmended');
    expect(held()).toBe('20.095');
    resting.when(amend('ann', 'bid', { price: '80' })).then('ContractOrderAmended');
    expect(held()).toBe('9.0855');
  });

  it('is judged by the mark where its own price is lower', () => {
    // 55 at 90 are 4,950 USDT, and 5,500 at the mark: above 5,000 leverage ends at 50 times.
    world()
      .and(quiz('ann'), leverage('ann', 100))
      .when(order('ann', 'sell', '55', '90'))
      .then('contract.leverage-above-bracket');
  });

  it('counts in what users may have open as long as it waits', () => {
    const few = { margin: { openInterestMax: 1_200 } };
    const resting = world().and(order('ann', 'buy', '1', '90'));
    resting.when(order('bob', 'buy', '0.21', '90', few)).then('contract.open-interest-full');
    resting.when(order('bob', 'buy', '0.2', '90', few)).then('ContractOrderAccepted');
    resting.when(order('bob', 'sell', '0.3', '110', few)).then('ContractOrderAccepted');
  });

  it('does not count as opening where it closes in one-way mode, if it takes at once', () => {
    const both = { positionSide: 'both' } as const;
    const full = { ...both, market: true, margin: { openInterestMax: 900 } } as const;
    const open = world()
      .and(...people.map((person) => mode(person, 'one-way')))
      .and(order('bob', 'sell', '1', '100', both), order('ann', 'buy', '1', '100', both));
    open.when(order('ann', 'sell', '1.1', '', full)).then('contract.open-interest-full');
    expect(open.when(order('ann', 'sell', '1', '', full)).refusal).toBeUndefined();
  });

  it('counts in full where it rests, for another may have closed the position by then', () => {
    const small = { brackets: [{ to: '500', leverageMax: 10, rate: '0.04' }] };
    const both = { positionSide: 'both', margin: small } as const;
    const short = world()
      .and(...people.map((person) => mode(person, 'one-way')))
      .and(order('ann', 'sell', '4.9', '99', both));
    short.when(order('ann', 'buy', '9.7', '95', both)).then('contract.position-limit');
    short.when(order('ann', 'buy', '4.9', '95', both)).then('ContractOrderAccepted');
  });
});

describe('margin that is put up', () => {
  it('counts against the cap of the risk class, as what orders hold does', () => {
    const principal = new OpenPrincipal([{ accounts: (ownerId) => [userAccount(ownerId, 'contract', 'frozen')] }]);
    const cap = { cap: '30', policy: { name: 'risk.caps', version: 1, inputs: {} } };
    const open = world(undefined, principal).and(order('ann', 'buy', '2', '101'));
    const more = (amount: string) => {
      const { type, data } = margin('ann', 'long', amount);
      return { type, data: { ...data, margin: { ...data.margin, cap } } };
    };
    // 22.2909 are open.
    open.when(more('7.71')).then('contract.cap-exceeded');
    open.when(more('7.7')).then('PositionMarginAdjusted');
  });
});

describe('margin that may be taken out', () => {
  it('stays what a position of this size opens by, whatever leverage its owner chose for less', () => {
    const market = new PerpetualMarket();
    const chosen = world(market).and(quiz('ann'), leverage('ann', 100), order('ann', 'buy', '40', '101'));
    const more = chosen.and(margin('ann', 'long', '200'));
    // It has 40.4 and 40 for the loss below the mark, 1.99 for closing, and the 200. At 150 it is worth 6,000, which open at 50 times:
    // of the 4,040 that it cost 80.8 have to stay, not 40.4, and 3 for closing.
    market.mark = 15_000;
    more.when(margin('ann', 'long', '-198.61')).then('contract.margin-not-removable');
    more.when(margin('ann', 'long', '-198.59')).then('PositionMarginAdjusted');
  });
});
