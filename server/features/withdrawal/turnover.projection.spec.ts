import { describe, it } from '@jest/globals';
import { projection } from '../../engine/projections/projection.testkit.js';
import { turnoverProjection, turnoverTrades } from './turnover.projection.js';

const traded = (symbol: string) => ({
  type: 'Matched',
  data: { symbol, notional: '500', makerOwner: 'house', takerOwner: 'real-ann.1' },
});

describe('turnover', () => {
  it('counts what instruments were traded for, and no contracts, which are mostly borrowed', () => {
    projection(turnoverProjection)
      .given(traded('BTCUSDT'), traded('BTCUSDT-PERP'))
      .then(turnoverTrades, { ownerId: 'real-ann.1', symbol: 'BTCUSDT' });
  });
});
