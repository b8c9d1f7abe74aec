import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../../contracts/market.contract';
import { mixed } from './popular';

const pair = (symbol: string, kind: InstrumentView['class'], open = true, hot = true) =>
  ({ symbol, class: kind, hot, session: { open } }) as InstrumentView;
const shown = (all: InstrumentView[]) => mixed(all).map(({ symbol }) => symbol);

describe('the popular pairs', () => {
  it('begin with crypto, have each class, and nothing that is not hot', () => {
    const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOT', 'LTC'].map((symbol) => pair(symbol, 'crypto'));
    const others = [
      pair('EUR', 'forex'),
      pair('GBP', 'forex'),
      pair('XAU', 'metals'),
      pair('PEPE', 'crypto', true, false),
    ];
    expect(shown([...coins, ...others])).toEqual(['BTC', 'ETH', 'SOL', 'XRP', 'EUR', 'XAU', 'ADA', 'DOT']);
  });

  it('put what can be traded now before what is closed', () => {
    const all = [
      pair('BTC', 'crypto'),
      pair('EUR', 'forex', false),
      pair('AAPL', 'stocks', false),
      pair('SPX', 'indices'),
    ];
    expect(shown(all)).toEqual(['BTC', 'SPX', 'EUR', 'AAPL']);
  });
});
