import type { InstrumentView } from '../../contracts/market.contract';
import type { FormContext } from './order-fields';

const instrument = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 2,
  quantityDecimals: 5,
  tickSize: '0.01',
  lotSize: '0.00001',
  minQuantity: '0.00001',
  maxQuantity: '100',
  minNotional: '5',
  maxNotional: '5000000',
} as InstrumentView;

export const row = (price: string, quantity: string) => ({ price, quantity, sum: quantity, notional: '0', share: 1 });

/** Asks from 50,000 and bids from 49,990, half a coin and 100,000 USDT. */
export const context: FormContext = {
  instrument,
  last: '50000',
  asks: [row('50000', '0.01'), row('50010', '1')],
  bids: [row('49990', '2')],
  available: { base: '0.5', quote: '100000' },
  rates: { maker: '0.0005', taker: '0.001', band: '0.05' },
};
