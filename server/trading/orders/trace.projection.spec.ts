import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { contractKind } from '../../features/contract/contract.product.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { beatImpacts, beatTrades } from '../venue/trace.tables.js';
import { traceProjection } from './trace.projection.js';

const SYMBOL = 'BTCUSDT-PERP';
const stream = `contract-${SYMBOL}`;
const [realm, at] = ['demo', 1_000_010];
const traces = () => projection(traceProjection([spotKind, contractKind]));

const matched = (priceTicks: number) => ({
  type: 'ContractOrderMatched',
  stream,
  realm,
  data: { symbol: SYMBOL, price: `${priceTicks / 100}`, priceTicks },
});
const pushed = (impact: object | null) => ({
  type: 'ContractImpactRecorded',
  stream,
  realm,
  data: { symbol: SYMBOL, impact },
});

describe('what users left in the books of contracts', () => {
  it('is kept by the beat that shows it first: the last trade, and the push as of its instant', () => {
    const impact = { displacementTicks: -12.345678, basisTicks: 0.5, asOf: at };
    traces()
      .given({ ...matched(9_000), at }, { ...matched(9_050), at: at + 5 }, { ...pushed(impact), at: at + 5 })
      .then(beatTrades, {
        symbol: SYMBOL,
        beatAt: 1_000_250,
        tradedAt: at + 5,
        price: amount('90.5'),
        priceTicks: 9_050,
      })
      .then(beatImpacts, { beatAt: 1_000_250, asOf: at, displacement: amount('-12.345678'), basis: amount('0.5') });
  });

  it('is found by the beat after the one that decided it, however late that was', () => {
    const beat = at / 250 - 0.04;
    const asOf = beat * 250;
    const late = { at: asOf + 60_000, actor: 'market' };
    const trade = matched(9_000);
    traces()
      .given(
        { ...trade, ...late, data: { ...trade.data, beat } },
        { ...pushed({ displacementTicks: 2, basisTicks: 1, asOf }), ...late },
      )
      .then(beatTrades, { beatAt: asOf + 250, tradedAt: asOf, priceTicks: 9_000 })
      .then(beatImpacts, { beatAt: asOf + 250, asOf, displacement: amount('2'), basis: amount('1') });
  });

  it('is nothing from where a book begins anew', () => {
    const none = { displacement: 0n, basis: 0n };
    const opened = { type: 'ContractBookOpened', stream, realm, data: { spec: { symbol: SYMBOL } } };
    const split = { type: 'ContractOrdersSplit', stream, realm, data: { symbol: SYMBOL } };
    traces()
      .given({ ...opened, at: 2_000 }, { ...split, at: 3_000 }, { ...pushed(null), at: 4_000 })
      .then(beatTrades)
      .then(beatImpacts, ...[2_000, 3_000, 4_000].map((asOf) => ({ beatAt: asOf + 250, asOf, ...none })));
  });

  it('is none of spot, whose mark has no candles', () => {
    const spot = { ...pushed({ displacementTicks: 1, basisTicks: 1, asOf: at }), type: 'SpotImpactRecorded', at };
    traces()
      .given({ ...spot, stream: 'spot-BTCUSDT' })
      .then(beatTrades)
      .then(beatImpacts);
  });
});
