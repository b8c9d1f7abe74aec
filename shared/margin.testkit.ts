import { marginBrackets } from './margin.js';

/** The notional brackets that Binance published for BTCUSDT; the maintenance amounts of the same table are the expected figures below. */
export const BINANCE = marginBrackets([
  { to: '50000', leverageMax: 125, rate: '0.004' },
  { to: '250000', leverageMax: 100, rate: '0.005' },
  { to: '1000000', leverageMax: 50, rate: '0.01' },
  { to: '10000000', leverageMax: 20, rate: '0.025' },
  { to: '20000000', leverageMax: 10, rate: '0.05' },
  { to: '50000000', leverageMax: 5, rate: '0.1' },
  { to: '100000000', leverageMax: 4, rate: '0.125' },
  { to: '200000000', leverageMax: 3, rate: '0.15' },
]);
