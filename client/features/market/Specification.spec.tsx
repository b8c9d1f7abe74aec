import { describe, expect, it } from '@jest/globals';
import type { InstrumentDetailView } from '../../../contracts/market.contract';
import { readText } from '../../lib/rendered.testkit';
import { Specification } from './Specification';

describe('the specification of an instrument', () => {
  it('names one lot in the underlying, and one tick in the quote', async () => {
    const instrument = {
      ...{ base: 'BTC', quote: 'USDT', tickSize: '0.01', lotSize: '0.0001', priceDecimals: 2, quantityDecimals: 4 },
      ...{ minQuantity: '0.0001', maxQuantity: '100', minNotional: '5', leverageMax: 100 },
      session: { priceLimits: null },
    };
    const fees = { makerRate: '0.001', takerRate: '0.001', policy: 'spot.fees', policyVersion: 1 };
    const detail = { instrument, fees, alwaysOpen: true, versions: [] } as unknown as InstrumentDetailView;
    const text = await readText(<Specification detail={detail} />, 'market');
    expect(text).toContain('Tick size 0.01 USDT Lot size 0.0001 BTC');
  });
});
