import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../contracts/market.contract';
import { readText } from '../lib/rendered.testkit';
import { Available } from './Available';
import type { FormContext } from './order-fields';

const instrument = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT' } as InstrumentView;
const shown = (available: FormContext['available']): Promise<string> =>
  readText(<Available instrument={instrument} context={{ available } as FormContext} />, 'order');

describe('what is available to a buyer', () => {
  it('is rounded down, so that what is shown can be spent', async () => {
    expect(await shown({ base: '0', quote: '49451.95857655' })).toBe('Available 49,451.95 USDT +');
    expect(await shown({ base: '0', quote: '0.019' })).toBe('Available 0.01 USDT +');
  });

  it('is unknown to a visitor, and not nothing', async () => {
    expect(await shown(null)).toBe('Available – USDT +');
  });
});
